import { FUSED } from "./onnx-graph.ts";
import type { Graph, Node, Tensor } from "./onnx-graph.ts";
import { quantiseLayer, quantiseRows, sideBySide } from "./quantise.ts";
import type { Quantised } from "./quantise.ts";
import type { Weights } from "./read-weights.ts";

/** The measures of a BERT encoder. */
export interface EncoderShape {
  vocabulary: number;
  positions: number;
  width: number;
  inner: number;
  heads: number;
  layers: number;
}

const NORM_EPSILON = 1e-12;
const INPUT = "input_ids";
const OUTPUT = "sentence";

interface Build {
  nodes: Node[];
  tensors: Tensor[];
  weights: Weights;
  shape: EncoderShape;
}

function keep({ tensors }: Build, tensor: Tensor): string {
  tensors.push(tensor);
  return tensor.name;
}

/** Keeps a list of numbers of its own. */
function keepList(build: Build, name: string, data: Tensor["data"]): string {
  return keep(build, { name, data, shape: [data.length] });
}

/** A quantised matrix with its scales and zero points (all zero: weights lie evenly around it). */
function keepMatrix(build: Build, name: string, { rows, columns, values, scales }: Quantised): { values: string; scales: string; zeros: string } {
  return {
    values: keep(build, { name: `${name}.values`, data: values, shape: [rows, columns] }),
    scales: keepList(build, `${name}.scales`, scales),
    zeros: keepList(build, `${name}.zeros`, new Int8Array(columns)),
  };
}

/** Vectors of the tokens and their places. Token vectors stay small numbers until they are looked up: a quarter of the memory. */
function embeddings(build: Build): string {
  const { weights, shape: { vocabulary, positions, width } } = build;
  const words = quantiseRows(weights.tensor("embeddings.word_embeddings.weight", vocabulary * width), width);
  const places = weights.tensor("embeddings.position_embeddings.weight", positions * width);
  const firstKind = weights.tensor("embeddings.token_type_embeddings.weight", 2 * width).subarray(0, width);
  places.forEach((value, index) => (places[index] = value + firstKind[index % width]!));
  keep(build, { name: "words.values", data: words.values, shape: [vocabulary, width] });
  keep(build, { name: "words.scales", data: words.scales, shape: [vocabulary, 1] });
  keep(build, { name: "places", data: places, shape: [positions, width] });
  keepList(build, "zero", new BigInt64Array([0n]));
  keepList(build, "embeddings.gain", weights.tensor("embeddings.LayerNorm.weight", width));
  keepList(build, "embeddings.shift", weights.tensor("embeddings.LayerNorm.bias", width));
  build.nodes.push(
    { operator: "Gather", inputs: ["words.values", INPUT], outputs: ["word.values"] },
    { operator: "Cast", inputs: ["word.values"], outputs: ["word.floats"], whole: { to: 1 } },
    { operator: "Gather", inputs: ["words.scales", INPUT], outputs: ["word.scales"] },
    { operator: "Mul", inputs: ["word.floats", "word.scales"], outputs: ["word"] },
    { operator: "Shape", inputs: [INPUT], outputs: ["length"], whole: { start: 1, end: 2 } },
    { operator: "Slice", inputs: ["places", "zero", "length", "zero"], outputs: ["place"] },
    { operator: "Add", inputs: ["word", "place"], outputs: ["embedded"] },
    { operator: "LayerNormalization", inputs: ["embedded", "embeddings.gain", "embeddings.shift"], outputs: ["layer-1"], whole: { axis: 2 }, float: { epsilon: NORM_EPSILON } },
  );
  return "layer-1";
}

interface Linear {
  name: string;
  inputs: number;
  outputs: number;
}

function quantised({ weights }: Build, { name, inputs, outputs }: Linear): Quantised {
  return quantiseLayer(weights.tensor(`${name}.weight`, inputs * outputs), inputs);
}

/** x · W, without the bias, which the next operator adds. */
function multiply(build: Build, input: string, linear: Linear): string {
  const { values, scales, zeros } = keepMatrix(build, linear.name, quantised(build, linear));
  const output = `${linear.name}.product`;
  build.nodes.push({ operator: "DynamicQuantizeMatMul", domain: FUSED, inputs: [input, values, scales, zeros], outputs: [output] });
  return output;
}

function attention(build: Build, input: string, name: string): string {
  const { width, heads } = build.shape;
  const parts = ["query", "key", "value"].map((part): Linear => ({ name: `${name}.self.${part}`, inputs: width, outputs: width }));
  const { values, scales, zeros } = keepMatrix(build, `${name}.self`, sideBySide(parts.map((part) => quantised(build, part))));
  const bias = new Float32Array(3 * width);
  parts.forEach((part, index) => bias.set(build.weights.tensor(`${part.name}.bias`, width), index * width));
  keepList(build, `${name}.self.bias`, bias);
  const small = ["values", "scale", "zero"].map((part) => `${name}.input.${part}`) as [string, string, string];
  build.nodes.push(
    { operator: "DynamicQuantizeLinear", inputs: [input], outputs: small },
    { operator: "QAttention", domain: FUSED, inputs: [small[0], values, `${name}.self.bias`, small[1], scales, "", small[2], zeros], outputs: [`${name}.mixed`], whole: { num_heads: heads } },
  );
  return `${name}.mixed`;
}

/** The sum of a layer's product, its bias and what went into it, normalised. */
function addAndNormalise(build: Build, { product, skipped, layer }: { product: string; skipped: string; layer: string }): string {
  const { weights, shape: { width } } = build;
  const gain = keepList(build, `${layer}.gain`, weights.tensor(`${layer}.LayerNorm.weight`, width));
  const shift = keepList(build, `${layer}.shift`, weights.tensor(`${layer}.LayerNorm.bias`, width));
  const bias = keepList(build, `${layer}.bias`, weights.tensor(`${layer}.dense.bias`, width));
  build.nodes.push({ operator: "SkipLayerNormalization", domain: FUSED, inputs: [product, skipped, gain, shift, bias], outputs: [`${layer}.out`], float: { epsilon: NORM_EPSILON } });
  return `${layer}.out`;
}

function encoderLayer(build: Build, input: string, name: string): string {
  const { weights, shape: { width, inner } } = build;
  const mixed = attention(build, input, `${name}.attention`);
  const attended = addAndNormalise(build, {
    product: multiply(build, mixed, { name: `${name}.attention.output.dense`, inputs: width, outputs: width }), skipped: input, layer: `${name}.attention.output`,
  });
  const wide = multiply(build, attended, { name: `${name}.intermediate.dense`, inputs: width, outputs: inner });
  keepList(build, `${name}.inner.bias`, weights.tensor(`${name}.intermediate.dense.bias`, inner));
  build.nodes.push({ operator: "BiasGelu", domain: FUSED, inputs: [wide, `${name}.inner.bias`], outputs: [`${name}.inner`] });
  return addAndNormalise(build, {
    product: multiply(build, `${name}.inner`, { name: `${name}.output.dense`, inputs: inner, outputs: width }), skipped: attended, layer: `${name}.output`,
  });
}

/**
 * A BERT encoder with mean pooling as one graph of ONNX Runtime's fused operators: token ids of one text in, its unit vector out.
 * Weights are 8-bit, by output; what goes into a layer is made 8-bit as it comes. Every token counts, so a call holds one text.
 * Throws `model_corrupt` when the weights are of another shape.
 */
export function sentenceGraph(weights: Weights, shape: EncoderShape): Graph {
  const build: Build = { nodes: [], tensors: [], weights, shape };
  let last = embeddings(build);
  for (let layer = 0; layer < shape.layers; layer += 1) last = encoderLayer(build, last, `encoder.layer.${layer}`);
  build.nodes.push(
    { operator: "ReduceMean", inputs: [last], outputs: ["mean"], wholes: { axes: [1] }, whole: { keepdims: 0 } },
    { operator: "LpNormalization", inputs: ["mean"], outputs: [OUTPUT], whole: { axis: 1, p: 2 } },
  );
  return {
    name: "sentence",
    nodes: build.nodes,
    tensors: build.tensors,
    inputs: [{ name: INPUT, element: "int64", shape: [1, "tokens"] }],
    outputs: [{ name: OUTPUT, element: "float", shape: [1, shape.width] }],
  };
}
