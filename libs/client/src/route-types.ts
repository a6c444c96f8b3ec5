import type { AnswerStream } from "./answer-stream.ts";
import type { paths } from "./generated/api.ts";
import type { ROUTES, RouteName } from "./routes.ts";

type Line<Name extends RouteName> = (typeof ROUTES)[Name];

/** The operation of OpenAPI that a method calls. */
type Operation<Name extends RouteName> = Line<Name>["path"] extends keyof paths
  ? Lowercase<Line<Name>["method"]> extends keyof paths[Line<Name>["path"]]
    ? paths[Line<Name>["path"]][Lowercase<Line<Name>["method"]>]
    : never
  : never;

/** Parameters that an operation lacks are `never` there; they add nothing. */
type Some<Fields> = [NonNullable<Fields>] extends [never] ? unknown : NonNullable<Fields>;
type Parameter<Given, Kind extends "path" | "query"> = Given extends { parameters: { [kind in Kind]?: infer Fields } } ? Some<Fields> : unknown;
type Body<Given> = Given extends { requestBody: { content: { "application/json": infer Fields } } } ? Fields : unknown;

/** Lists go into a query with commas between, flags as words; the client puts them there. */
type InQuery<Query> = { [Key in keyof Query]: Key extends "namespaces" | "tags" ? Query[Key] | readonly string[] : "true" extends Query[Key] ? Query[Key] | boolean : Query[Key] };
/** What may be left out may also be given as undefined. */
type Loose<Fields> = { [Key in keyof Fields]: object extends Pick<Fields, Key> ? Fields[Key] | undefined : Fields[Key] };

/** A body of lines: text with line ends, as it is or in UTF-8, or a list of lines, each as text or as an object that is written as JSON. */
type Lines<Route> = Route extends { lines: string } ? { lines: string | Uint8Array | readonly (string | object)[] } : unknown;

/** What a method takes: the fields of path, query and body in one object. */
export type Fields<Name extends RouteName> = Loose<Parameter<Operation<Name>, "path"> & InQuery<Parameter<Operation<Name>, "query">> & Body<Operation<Name>> & Lines<Line<Name>>>;

type Success<Given> = Given extends { responses: infer Responses } ? Responses[Extract<keyof Responses, 200 | 201 | 202>] : never;
type Content<Given> = Given extends { content: infer Types } ? Types[keyof Types] : never;

/** What a method's promise is fulfilled with. */
export type Answer<Name extends RouteName> = Line<Name> extends { stream: true } ? AnswerStream : Content<Success<Operation<Name>>>;
