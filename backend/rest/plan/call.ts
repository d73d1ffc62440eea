import { keyOf, namesIn, type Catalog, type Parameter, type Routine } from '../catalog/types.ts';
import { restError } from '../errors.ts';
import type { BodyType } from '../parse/media.ts';
import { isObject, parseForm, parseJson, parseRows } from '../parse/payload.ts';
import type { ParsedRequest } from '../parse/request.ts';
import { mostSimilar } from './similar.ts';
import type { CallArgument, CallPlan } from './types.ts';

/** The types of a function's only, unnamed parameter that take a whole body of a kind. */
const rawTypes: Readonly<Record<BodyType, readonly string[]>> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
  csv: [],
  form: [],
};

/** The arguments of a request. */
interface Given {
  /** undefined when the body has no named values. */
  readonly names: readonly string[] | undefined;
  /** Values in PostgreSQL's text format; of a JSON body there are none. */
  readonly values: readonly (readonly [string, string])[];
  readonly json: string;
}

function givenArguments(request: ParsedRequest): Given {
  const { method, bodyType, body, query } = request;
  const pairs = method === 'POST' ? (bodyType === 'form' ? parseForm(body) : []) : query.arguments;
  const named = { names: pairs.map(([name]) => name), values: pairs, json: '{}' };
  if (method !== 'POST' || bodyType === 'form') return named;
  if (bodyType === 'csv') {
    const rows = parseRows(request, true);
    return { names: query.columns ?? rows.keys, values: [], json: rows.json.slice(1, -1) || '{}' };
  }
  if (bodyType !== 'json') return { ...named, names: undefined };
  const json = body.trim() === '' ? '{}' : body;
  const value = parseJson(json, request.maxValues);
  const names = isObject(value) ? (query.columns ?? Object.keys(value)) : undefined;
  return { names, values: [], json };
}

function takesNames({ parameters }: Routine, names: readonly string[]): boolean {
  const given = new Set(names);
  return (
    parameters.every(({ name, required }) => given.has(name) || !required) &&
    names.every((name) => parameters.some((parameter) => parameter.name === name))
  );
}

/** The parameter of a function that has no other and whose parameter has no name. */
function onlyUnnamed({ parameters: [only, ...others] }: Routine): Parameter | undefined {
  return only?.name === '' && others.length === 0 ? only : undefined;
}

function takesBody(routine: Routine, request: ParsedRequest): boolean {
  const only = onlyUnnamed(routine);
  return request.method === 'POST' && only !== undefined && rawTypes[request.bodyType].includes(only.type);
}

function signature({ schema, name, parameters }: Routine): string {
  return `${schema}.${name}(${parameters.map((each) => `${each.name} => ${each.type}`).join(', ')})`;
}

function parameterList(names: readonly string[]): string {
  return `(${names.toSorted().join(', ')})`;
}

function similarFunction({ schema, target }: ParsedRequest, names: readonly string[], catalog: Catalog) {
  const overloads = catalog.routines.get(keyOf({ schema, name: target.name })) ?? [];
  if (overloads.length > 0) {
    const lists = overloads.map(({ parameters }) => parameterList(parameters.map(({ name }) => name)));
    const similar = mostSimilar(parameterList(names), lists, 0.33);
    return similar && `${schema}.${target.name}${similar}`;
  }
  const similar = mostSimilar(target.name, namesIn(schema, [...catalog.routines.values()].flat()));
  return similar && `${schema}.${similar}`;
}

function notFound(request: ParsedRequest, given: Given, catalog: Catalog) {
  const { method, bodyType, schema, target } = request;
  const name = `${schema}.${target.name}`;
  const isPost = method === 'POST';
  const searchedFor = (parameters: string) =>
    `Searched for the function ${name}${parameters}, but no matches were found in the schema cache.`;
  const [rawType] = rawTypes[bodyType];
  if (isPost && bodyType !== 'json' && rawType !== undefined)
    return restError('PGRST202', [name], {
      details: searchedFor(` with a single unnamed ${rawType} parameter`),
    });
  const names = (given.names ?? []).toSorted();
  const none = ' without parameters';
  const listed = ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`;
  const orRaw = isPost && bodyType === 'json' ? ' or with a single unnamed json/jsonb parameter' : '';
  const similar = similarFunction(request, names, catalog);
  return restError('PGRST202', [`${name}${names.length === 0 ? none : parameterList(names)}`], {
    details: searchedFor(`${names.length === 0 ? none : listed}${orRaw}`),
    hint: similar && `Perhaps you meant to call the function ${similar}`,
  });
}

/** Chooses the overload: by the names of the arguments, else the one that takes the whole body. */
function chooseRoutine(request: ParsedRequest, given: Given, catalog: Catalog): Routine {
  const { schema, target } = request;
  const overloads = catalog.routines.get(keyOf({ schema, name: target.name })) ?? [];
  const { names } = given;
  const byName = names === undefined ? [] : overloads.filter((routine) => takesNames(routine, names));
  const found = byName.length > 0 ? byName : overloads.filter((routine) => takesBody(routine, request));
  const [first, ...others] = found;
  if (!first) throw notFound(request, given, catalog);
  if (others.length > 0)
    throw restError('PGRST203', [found.map(signature).join(', ')], {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    });
  return first;
}

function valueOf(parameter: Parameter, { values }: Given): CallArgument['value'] {
  const own = values.filter(([name]) => name === parameter.name).map(([, value]) => value);
  return parameter.variadic ? own : own.at(-1);
}

function planArguments(routine: Routine, given: Given, request: ParsedRequest): readonly CallArgument[] {
  const fromJson = request.method === 'POST' && request.bodyType !== 'form';
  const only = onlyUnnamed(routine);
  if (only && fromJson) {
    // Upstream passes the whole body, also when a key "" of the body names the parameter.
    const value = request.bodyType === 'json' || request.bodyType === 'csv' ? given.json : request.body;
    return [{ ...only, value }];
  }
  return routine.parameters
    .filter(({ name }) => given.names?.includes(name))
    .map((parameter) => ({ ...parameter, value: fromJson ? undefined : valueOf(parameter, given) }));
}

/** Plans the call of a function. @throws RestError PGRST102, PGRST202, PGRST203 */
export function planCall(request: ParsedRequest, catalog: Catalog): CallPlan {
  const given = givenArguments(request);
  const routine = chooseRoutine(request, given, catalog);
  return { kind: 'call', routine, arguments: planArguments(routine, given, request), json: given.json };
}
