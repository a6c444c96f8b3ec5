import { isTrivialPrompt } from "@memory-cortex/text";

/** What a prompt is about, as far as it decides how much memory it is worth. */
export type RequestKind = "casual" | "research" | "coding" | "media" | "memory" | "general";

/** How much memory a prompt may carry. */
export interface ContextSize {
  maxFacts: number;
  /** Tokens of the facts, by the estimate of libs/text. */
  maxTokens: number;
}

export interface ContextPlan extends ContextSize {
  kind: RequestKind;
  /** Nothing is asked for. */
  skip: boolean;
}

export const GENERAL_CONTEXT: Readonly<ContextSize> = { maxFacts: 15, maxTokens: 500 };

const SIZES: Readonly<Record<Exclude<RequestKind, "casual" | "general">, ContextSize>> = {
  memory: { maxFacts: 25, maxTokens: 1_000 },
  coding: { maxFacts: 5, maxTokens: 200 },
  media: { maxFacts: 3, maxTokens: 150 },
  research: { maxFacts: 10, maxTokens: 400 },
};

/** By what each kind is told, in the order in which it is looked for: who asks for memories gets them, whatever about. */
const SIGNS: readonly [kind: keyof typeof SIZES, sign: RegExp][] = [
  [
    "memory",
    /\b(?:remember(?:ed)?|recall|remind me|forg[eo]t(?:ten)?|last (?:time|week|month|year)|previously|you (?:told|said|mentioned|promised)|(?:did|have|had) (?:i|we) (?:\w+ )?(?:tell|told|say|said|mention|mentioned|discuss|discussed|talk|talked|decide|decided|agree|agreed)|(?:i|we) (?:told|discussed|talked|decided|agreed|mentioned)|what do you know about|who am i|what(?:'s| is| was| are| were) my|(?:when|where)(?:'s| is| was| are| were) my|do i (?:like|prefer|have|own|use)|erinnerst|erinnere|weißt du noch|letztes? mal|neulich|habe ich dir|habe ich (?:gesagt|erzählt)|mein lieblings\w*)\b|记得|記得|回忆|上次|以前|之前|我说过|我說過|告诉过|告訴過|提到过|我们讨论|我们决定|我叫什么|我最喜欢|忘了/iu,
  ],
  [
    "media",
    /\b(?:(?:draw|paint|sketch|generate|create|make|edit|crop|resize) (?:me )?(?:an? |the |some |this |that )?(?:\w+ ){0,2}(?:image|picture|photo|logo|icon|video|clip|song|audio|gif|meme|drawing|wallpaper)|play (?:some |the |me )?(?:\w+ )?(?:music|song|playlist|album|video)|transcribe|text[- ]to[- ]speech|screenshot|upscale|thumbnail)\b|\.(?:png|jpe?g|gif|webp|mp[34]|mov|wav)\b|画一|画个|生成.{0,6}图|图片|照片|视频|音乐/iu,
  ],
  [
    "coding",
    /```|\b(?:code|coding|function|bug|debug|stack ?trace|exception|refactor|compile[rd]?|unit tests?|regex(?:p|es)?|api endpoint|pull request|merge conflict|git|npm|pip|docker|sql|python|javascript|typescript|rust|golang|java|c\+\+|html|css|bash|lint(?:er)?|implement|segfault|null pointer)\b|\b[\w-]+\.(?:ts|js|py|rs|go|java|cpp|c|h|rb|sh|sql|json|ya?ml|toml)\b|\w+\(\)|代码|函数|报错|调试|编译|重构/iu,
  ],
  [
    "research",
    /\b(?:research|investigate|look (?:it |this |that )?up|find out|search (?:the web|online|for)|compare|comparison|summari[sz]e|sources?|citations?|papers?|studies|study|latest (?:news|on|about)|what(?:'s| is) the (?:latest|difference|state)|pros and cons|in[- ]depth|analy[sz]e|overview of|explain (?:how|why|the))\b|研究|调查|查一下|查询|比较|对比|总结|分析|论文|最新/iu,
  ],
];

/** No more of a prompt is looked at: what it is about is said early, and a pasted file says nothing of it. */
const LOOKED_AT = 2_000;

/**
 * How much memory a prompt is worth: none for small talk, little where the answer comes from elsewhere, much where memories are what is asked
 * for. `general` holds for all else; a maximum below the default holds for every kind.
 */
export function planContext(prompt: string, general: ContextSize = GENERAL_CONTEXT): ContextPlan {
  if (isTrivialPrompt(prompt)) return { kind: "casual", skip: true, maxFacts: 0, maxTokens: 0 };
  const text = prompt.slice(0, LOOKED_AT);
  const kind = SIGNS.find(([, sign]) => sign.test(text))?.[0];
  if (kind === undefined) return { kind: "general", skip: false, ...general };
  const { maxFacts, maxTokens } = SIZES[kind];
  return {
    kind,
    skip: false,
    maxFacts: general.maxFacts < GENERAL_CONTEXT.maxFacts ? Math.min(maxFacts, general.maxFacts) : maxFacts,
    maxTokens: general.maxTokens < GENERAL_CONTEXT.maxTokens ? Math.min(maxTokens, general.maxTokens) : maxTokens,
  };
}
