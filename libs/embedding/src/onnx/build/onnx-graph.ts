import { bytesField, floatField, messageField, textField, wholeField } from "./protobuf.ts";
import type { Encoded } from "./protobuf.ts";

/** Field numbers of onnx.proto (github.com/onnx/onnx, IR version 8). */
const MODEL = { irVersion: 1, producer: 2, graph: 7, opset: 8 };
const OPSET = { domain: 1, version: 2 };
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 };
const NODE = { input: 1, output: 2, operator: 4, attribute: 5, domain: 7 };
const ATTRIBUTE = { name: 1, float: 2, whole: 3, wholes: 8, type: 20 };
const ATTRIBUTE_TYPE = { float: 1, whole: 2, wholes: 7 };
const TENSOR = { dimension: 1, type: 2, name: 8, data: 9 };
const VALUE = { name: 1, type: 2 };
const TYPE = { tensor: 1, element: 1, shape: 2, dimension: 1, size: 1, symbol: 2 };

const IR_VERSION = 8;
const OPERATORS = 17;
/** The fused operators that ONNX Runtime adds. */
export const FUSED = "com.microsoft";

export const ELEMENT = { float: 1, int8: 3, int64: 7 } as const;
export type Element = keyof typeof ELEMENT;

export interface Node {
  operator: string;
  inputs: readonly string[];
  outputs: readonly string[];
  /** {@link FUSED}, or the standard operators. */
  domain?: string;
  whole?: Readonly<Record<string, number>>;
  wholes?: Readonly<Record<string, readonly number[]>>;
  float?: Readonly<Record<string, number>>;
}

export interface Tensor {
  name: string;
  shape: readonly number[];
  data: Float32Array | Int8Array | BigInt64Array;
}

export interface Value {
  name: string;
  element: Element;
  /** A number, or the name of a length that differs from call to call. */
  shape: readonly (number | string)[];
}

export interface Graph {
  name: string;
  nodes: readonly Node[];
  tensors: readonly Tensor[];
  inputs: readonly Value[];
  outputs: readonly Value[];
}

function elementOf({ data }: Tensor): Element {
  if (data instanceof Float32Array) return "float";
  return data instanceof Int8Array ? "int8" : "int64";
}

function encodeAttributes({ whole = {}, wholes = {}, float = {} }: Node): Encoded[] {
  const attribute = (name: string, type: keyof typeof ATTRIBUTE_TYPE, values: readonly Encoded[]): Encoded =>
    messageField(NODE.attribute, textField(ATTRIBUTE.name, name), ...values, wholeField(ATTRIBUTE.type, ATTRIBUTE_TYPE[type]));
  return [
    ...Object.entries(whole).map(([name, value]) => attribute(name, "whole", [wholeField(ATTRIBUTE.whole, value)])),
    ...Object.entries(wholes).map(([name, values]) => attribute(name, "wholes", values.map((value) => wholeField(ATTRIBUTE.wholes, value)))),
    ...Object.entries(float).map(([name, value]) => attribute(name, "float", [floatField(ATTRIBUTE.float, value)])),
  ];
}

function encodeNode(node: Node): Encoded {
  const { operator, inputs, outputs, domain } = node;
  return messageField(
    GRAPH.node,
    ...inputs.map((name) => textField(NODE.input, name)),
    ...outputs.map((name) => textField(NODE.output, name)),
    textField(NODE.operator, operator),
    ...encodeAttributes(node),
    ...(domain === undefined ? [] : [textField(NODE.domain, domain)]),
  );
}

function encodeTensor(tensor: Tensor): Encoded {
  const { name, shape, data } = tensor;
  return messageField(
    GRAPH.initializer,
    ...shape.map((length) => wholeField(TENSOR.dimension, length)),
    wholeField(TENSOR.type, ELEMENT[elementOf(tensor)]),
    textField(TENSOR.name, name),
    bytesField(TENSOR.data, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  );
}

function encodeValue(field: number, { name, element, shape }: Value): Encoded {
  const dimensions = shape.map((length) =>
    messageField(TYPE.dimension, typeof length === "number" ? wholeField(TYPE.size, length) : textField(TYPE.symbol, length)));
  const tensor = messageField(TYPE.tensor, wholeField(TYPE.element, ELEMENT[element]), messageField(TYPE.shape, ...dimensions));
  return messageField(field, textField(VALUE.name, name), messageField(VALUE.type, tensor));
}

/** The graph as an ONNX model file, in pieces to be written one after the other. Little-endian machines only, as is every one that ONNX Runtime runs on. */
export function encodeModel(graph: Graph): Encoded {
  const operators = ([["", OPERATORS], [FUSED, 1]] as const).map(([domain, version]) =>
    messageField(MODEL.opset, textField(OPSET.domain, domain), wholeField(OPSET.version, version)));
  const body = messageField(
    MODEL.graph,
    ...graph.nodes.map(encodeNode),
    textField(GRAPH.name, graph.name),
    ...graph.tensors.map(encodeTensor),
    ...graph.inputs.map((value) => encodeValue(GRAPH.input, value)),
    ...graph.outputs.map((value) => encodeValue(GRAPH.output, value)),
  );
  return [...wholeField(MODEL.irVersion, IR_VERSION), ...textField(MODEL.producer, "memory-cortex"), ...body, ...operators.flat()];
}
