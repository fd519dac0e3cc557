"""What people ask of the seeds, and the notes that answer it: read, judged and written by hand.

All questions go through one real `prbot ask --json -`. A row says which notes answer, all of them
and no other; or which note must come first; or that none does.
"""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.cli.process import SEEDS, prbot

NOPE = "NoPE (256,0,256) 预填改走 dense/masked MHA，TTFT 最多降 8.5%"
KDA = "KDA 预填切换 FlashKDA，单层提速 1.7-3.8 倍"
EPLB = "为 GLM-5.3-Flash 模型添加 EPLB（专家并行负载均衡）支持，修复引擎启动崩溃。"
VIDEO = "为 GLMGA 视频后端添加采样上限，防止请求驱动的资源耗尽。"
PACKAGING = "修复 glm5next nvidia 子树因缺少 __init__.py 导致打包遗漏和文档警告。"
BREAKABLE = "ROCm 修复 GLM-5.2 误入 MRV2，默认关 breakable cudagraph"
STALL = "修复非 pinned CPU 张量 H2D 拷贝导致的同步 stall"
MASKED = "为 GLM-5 启用 masked MHA prefill，路由表重构为维度驱动"
MEGAMOE = "为 DSV4.1 共享专家补零对齐，启用 MegaMoE 融合"
NORM = "AITER norm 派发新增展平守卫，避免隐藏整张量拷贝"
GUMBEL = "Gumbel 采样改用 Murmur3，修复尾部概率偏差"
DSPARK = "DSpark KV 插入改走零查询头 KV-only 算子"
XPU = "XPU 启用融合内核，decode 提速 55%"
KIMI = "Kimi-K3 SiTUv2 MoE 默认改用 AITER a4w4 FlyDSL 内核"
PADDING = "chunked 嵌入 padding 上限改为 min(max_model_len, max_embed_len)"
NIXL = "NIXL push 连接器支持 PP+HMA 预填充按层名路由"
PRENORM = "mHC pre-norm 预热并行编译，编译阶段提速约 2.2 倍"
FULL_DECODE = "非编译模型回退到 full decode 图，修复 ROCm 图模式解析失败"
WARMUP = "将 Qwen GDN 的 Gated RMSNorm Triton 内核编译移到启动预热，减少首次请求延迟。"
B12X = "修复 B12X 量化测试因硬件不确定性和内核注册顺序导致的 CI 失败。"
CUTLASS = "将构建依赖的 CUTLASS 库从 v4.4.2 升级到 v4.7.1，以支持 C 扩展所需的新特性。"
PIECEWISE = "在 piecewise CUDA 图不可用时显式报错，防止静默的输出乱码回归。"
W4A16 = "将 Triton W4A16 GEMM 注册为自定义算子，修复 compile mode 3 的 decode 吞吐回归"
AUTOTUNE = "优化 FlashInfer autotune 缓存键生成，避免因 vLLM 源码更新而重复执行耗时调优。"

ROCM = {BREAKABLE, NORM, KIMI, FULL_DECODE}
SPECULATIVE = {KDA, DSPARK, FULL_DECODE}
WARM = {NOPE, PRENORM, WARMUP}
PREFILL = {NOPE, KDA, MASKED, NIXL, W4A16}

# These notes answer, all of them and no other.
EXACTLY: list[tuple[str, set[str]]] = [
    # Names, in the ways people write them.
    ("FlashInfer 相关的 PR", {STALL, AUTOTUNE}),
    ("有没有和 flashinfer 有关的评审？", {STALL, AUTOTUNE}),
    ("FLASHINFER", {STALL, AUTOTUNE}),
    ("rocm", ROCM),
    ("ROCm 方面最近改了什么", ROCM),
    ("what changed for ROCm?", ROCM),
    ("aiter", {NORM, KIMI}),
    ("which PRs are about Triton?", {KDA, XPU, WARMUP, W4A16}),
    ("MRV2", {BREAKABLE, STALL}),
    ("MLA", {NOPE, MASKED}),
    ("glm5next", {EPLB, PACKAGING}),
    ("Kimi K3", {KIMI}),
    ("TileLang 的改动", {PRENORM}),
    ("Inductor", {NORM}),
    ("RMSNorm", {WARMUP}),
    ("B12X", {B12X}),
    ("PP+HMA", {NIXL}),
    ("Murmur", {GUMBEL}),
    ("LucasWilkinson", {FULL_DECODE}),
    ("CodeRabbit 提了什么", {VIDEO}),
    ("gfx950", {FULL_DECODE}),
    ("CI", {XPU, B12X, W4A16}),
    # Identifiers and paths, whole and in part.
    ("_is_masked_mha_available", {NOPE}),
    ("`get_cos_sin`", {STALL}),
    ("lru_cache", {BREAKABLE}),
    ("monkeypatch", {BREAKABLE, B12X}),
    ("VllmJitKernel", {WARMUP}),
    ("has_compiled_submodule", {FULL_DECODE}),
    ("without_piecewise()", {FULL_DECODE}),
    ("oracle/mxfp4.py", {KIMI}),
    ("base_worker.py 改了哪些方法", {NIXL}),
    ("vllm/models/glm5next/nvidia/model.py", {EPLB}),
    ("num_accepted_tokens", {KDA}),
    ("kda_prefill_backend", {KDA}),
    ("STD_TORCH_CHECK", {DSPARK}),
    ("FakeDeepGemm", {MEGAMOE}),
    ("DeepGEMM", {MEGAMOE}),
    ("direct_register_custom_op", {W4A16}),
    ("workspace", {KDA, MASKED}),
    ("0x9E3779B9", {GUMBEL}),
    # Numbers and versions.
    ("#56191", {FULL_DECODE}),
    ("PR 52512", {MASKED}),
    ("issue #47456", {WARMUP}),
    ("50499", {NIXL}),
    ("AITER #4463", {KIMI}),
    ("v4.7.1", {CUTLASS}),
    ("4.4.2", {CUTLASS}),
    ("GLM-5.2", {BREAKABLE}),
    ("DSV4.1", {MEGAMOE}),
    ("A8W4", {KIMI}),
    ("a4w4", {KIMI}),
    # Full width and traditional characters.
    ("ＸＰＵ", {XPU}),
    ("＃５３７１２", {BREAKABLE}),
    ("ｖ４．７．１", {CUTLASS}),
    ("投機解碼", SPECULATIVE),
    ("預熱", WARM),
    # One concept in two languages.
    ("spec decode", SPECULATIVE),
    ("warm-up", WARM),
    ("prefill", PREFILL),
    ("预填", PREFILL),
    ("CUDA graph", {BREAKABLE, FULL_DECODE, PIECEWISE}),
    ("CUDA 图", {BREAKABLE, FULL_DECODE, PIECEWISE}),
    ("quantization", {NOPE, DSPARK, B12X}),
    ("sampling", {VIDEO, GUMBEL}),
    ("MoE", {EPLB, MEGAMOE, KIMI}),
    ("KV cache", {MEGAMOE, DSPARK}),
    ("load balancing", {EPLB}),
    ("环境变量", {BREAKABLE, KIMI}),
    ("cudagraph", {BREAKABLE, FULL_DECODE, PIECEWISE}),
    ("cold start", {PRENORM}),
    ("expert parallelism", {EPLB}),
    ("resource exhaustion", {VIDEO}),
    ("connector", {NIXL}),
    ("mega moe", {MEGAMOE}),
    ("fail fast", {KDA, PIECEWISE}),
    # Reading advice.
    ("值得快速浏览的 PR", {PACKAGING, XPU, PADDING}),
    ("值得精读的 ROCm PR", ROCM),
    ("快速浏览 XPU", {XPU}),
    # What is left out, and phrases.
    ("ROCm -AITER", {BREAKABLE, FULL_DECODE}),
    ("投机解码 -ROCm", {KDA, DSPARK}),
    ('"fail-fast"', {KDA, PIECEWISE}),
    ("“CUDA 图”", {PIECEWISE}),
    ('"full decode"', {FULL_DECODE}),
    ("repo:vllm ROCm", ROCM),
    ("repo:vllm-project/vllm XPU", {XPU}),
    # Slips of the hand.
    ("Flashinfra", {STALL, AUTOTUNE}),
    ("CUTLAS", {CUTLASS}),
    ("Tritton", {KDA, XPU, WARMUP, W4A16}),
    # What is not wanted, said as people say it.
    ("不是 ROCm 的 cudagraph", {PIECEWISE}),
    ("除了 ROCm 以外的 cudagraph PR", {PIECEWISE}),
    ("Triton 但不要 ROCm", {KDA, XPU, WARMUP, W4A16}),
    ("Triton 不含 ROCm 的", {KDA, XPU, WARMUP, W4A16}),
    ("triton kernels not ROCm", {KDA, XPU, WARMUP, W4A16}),
    ("kernel warmup without Triton", {PRENORM, NOPE}),
    # A link out of the clipboard; the repository, which no review has to name.
    ("https://github.com/vllm-project/vllm/pull/55385", {NOPE}),
    ("看下 https://github.com/vllm-project/vllm/pull/55385/files 这个", {NOPE}),
    ("vLLM 升级 CUTLASS", {CUTLASS}),
    # The beginning of a name.
    ("DSV4", {MEGAMOE}),
    # English for what the notes say in Chinese.
    ("sampling bias", {GUMBEL}),
    ("silent failure", {PIECEWISE}),
    ("flaky test", {B12X}),
    ("AITER dispatch guard", {NORM}),
]

# This note comes first.
FIRST: list[tuple[str, str]] = [
    ("GLM-5 的 prefill", MASKED),
    ("embedding padding", PADDING),
    ("134 MB/layer 拷贝", NOPE),
    ("提速 55%", XPU),
    ("採樣上限", VIDEO),
    ("緩存鍵", AUTOTUNE),
    ("首次请求延迟怎么降低", WARMUP),
    ("怎样防止资源耗尽", VIDEO),
    ("量化测试 CI 失败", B12X),
    ("输出乱码", PIECEWISE),
    ("尾部概率有偏差是怎么修的", GUMBEL),
    ("引擎启动时崩溃", EPLB),
    ("余弦相似度", B12X),
    ("decode 吞吐为什么回归", W4A16),
    ("which PR fixes the crash on engine startup?", EPLB),
    ("按层名路由", NIXL),
    ("隐藏的整张量拷贝", NORM),
    ("pooling 服务", PADDING),
    ("CUTLASS upgrade", CUTLASS),
    ("哪个 PR 重构了路由表", MASKED),
    ("共享专家 补零", MEGAMOE),
    ("pin_memory 防竞态", STALL),
    ("跨后端的数值可移植性", GUMBEL),
    ("路由阈值是怎么定的", MASKED),
    ("why was breakable cudagraph turned off", BREAKABLE),
    ("FA4 JIT 首请求 7 秒", NOPE),
    ("哪些 PR 修了崩溃", EPLB),
]

# No note answers.
NONE = [
    "tensor parallel",
    "前缀缓存 prefix caching",
    "快取鍵",
    "Qwen3",
    "Kimi-K2",
    "今天午饭吃什么",
    "明天北京下雨吗",
    "How do I bake bread?",
    "写一首关于春天的诗",
    "股票行情",
    "LoRA",
    "TensorRT 相关的 PR",
    "MI300 上的性能",
    "DeepSeek",
    "Kimi-K2",
    "memory leak",
    "内存泄漏",
    "#99999",
    "_no_such_function_here",
    "值得精读的 XPU",
    "repo:sglang ROCm",
    "label:nosuchlabel XPU",
    '"speculative nonsense phrase"',
]

GREETINGS = ["你好", "hello", "Thanks!", "谢谢啦", "在吗？"]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, dict[str, Any]]:
    """The answer to each question, all from one process."""
    questions = [*(q for q, _ in EXACTLY), *(q for q, _ in FIRST), *NONE, *GREETINGS]
    done = prbot(
        *("ask", "--notes", SEEDS, "--limit", "50", "--json", "-"),
        cwd=tmp_path_factory.mktemp("asked"),
        stdin="".join(f"{question}\n" for question in questions).encode(),
    )

    assert (0, "") == (done.status, done.err)
    read = [json.loads(line) for line in done.out.splitlines()]
    assert questions == [answer["query"] for answer in read]
    return dict(zip(questions, read, strict=True))


def _titles(answer: Mapping[str, Any]) -> list[str]:
    return [hit["title"] for hit in answer["hits"]]


@pytest.mark.parametrize(("question", "expected"), EXACTLY)
def test_a_subject_gives_its_notes_and_no_other(
    answers: Mapping[str, dict[str, Any]], question: str, expected: set[str]
) -> None:
    """Each note that speaks of the subject is there, and none that does not."""
    assert expected == set(_titles(answers[question]))


@pytest.mark.parametrize(("question", "expected"), FIRST)
def test_a_known_note_comes_first(
    answers: Mapping[str, dict[str, Any]], question: str, expected: str
) -> None:
    """Who describes one note finds it on top."""
    assert [expected] == _titles(answers[question])[:1]


@pytest.mark.parametrize("question", NONE)
def test_what_no_note_speaks_of_gives_nothing(
    answers: Mapping[str, dict[str, Any]], question: str
) -> None:
    """An honest no, not the nearest nonsense."""
    assert ("nothing", 0, []) == (
        answers[question]["outcome"],
        answers[question]["total"],
        _titles(answers[question]),
    )


@pytest.mark.parametrize("question", GREETINGS)
def test_a_greeting_is_no_question(answers: Mapping[str, dict[str, Any]], question: str) -> None:
    """A greeting gets a line of help, and no hits."""
    assert ("greeting", []) == (answers[question]["outcome"], _titles(answers[question]))
