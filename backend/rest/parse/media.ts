import { restError } from '../errors.ts';

/** The format of a response body. */
export interface Format {
  readonly shape: 'array' | 'object' | 'csv' | 'geojson';
  /** Leaves out keys whose value is null. */
  readonly stripNulls: boolean;
  readonly contentType: string;
  /** The request asks for the statement's execution plan instead of its rows. */
  readonly plan?: ExecutionPlan;
}

/** Options of `explain`. */
export interface ExecutionPlan {
  readonly format: 'text' | 'json';
  readonly options: readonly (typeof planOptions)[number][];
}

const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;

const utf8 = '; charset=utf-8';
const json: Format = { shape: 'array', stripNulls: false, contentType: `application/json${utf8}` };

const formats: Readonly<Record<string, Format>> = {
  '*/*': json,
  'application/*': json,
  'application/json': json,
  'text/csv': { shape: 'csv', stripNulls: false, contentType: `text/csv${utf8}` },
  'application/geo+json': { shape: 'geojson', stripNulls: false, contentType: `application/geo+json${utf8}` },
};

function vendorFormat(type: string, parameters: readonly string[]): Format | undefined {
  const shape = /^application\/vnd\.pgrst\.(array|object)(\+json)?$/.exec(type)?.[1];
  if (shape !== 'array' && shape !== 'object') return undefined;
  const stripNulls = parameters.includes('nulls=stripped');
  if (shape === 'array' && !stripNulls) return json;
  const suffix = stripNulls ? ';nulls=stripped' : '';
  return { shape, stripNulls, contentType: `application/vnd.pgrst.${shape}+json${suffix}${utf8}` };
}

/** `application/vnd.pgrst.plan+json; for="…"; options=analyze|verbose`, as `explain()` of the official client sends it. */
function planFormat(type: string, parameters: readonly string[]): Format | undefined {
  const match = /^application\/vnd\.pgrst\.plan(?:\+(text|json))?$/.exec(type);
  if (!match) return undefined;
  const valueOf = (name: string): string =>
    parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  const wanted = valueOf('for').replaceAll('"', '') || 'application/json';
  const explained = Object.hasOwn(formats, wanted) ? formats[wanted] : vendorFormat(wanted, []);
  if (!explained) return undefined;
  const given = valueOf('options').split('|');
  const options = planOptions.filter((option) => given.includes(option));
  const plan: ExecutionPlan = { format: match[1] === 'json' ? 'json' : 'text', options };
  const suffix = options.length > 0 ? `; options=${options.join('|')}` : '';
  const [mime = ''] = explained.contentType.split(';');
  return {
    ...explained,
    plan,
    contentType: `application/vnd.pgrst.plan+${plan.format}; for="${mime}"${suffix}${utf8}`,
  };
}

function quality(parameters: readonly string[]): number {
  const value = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return value === undefined ? 1 : Number(value) || 0;
}

/** Longer headers accept any type. */
const maxAcceptCharacters = 1024;

/** The parts of a list that commas separate, except within double quotes. */
function splitList(text: string): readonly string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ',' && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Chooses the response format from `Accept`. @throws RestError PGRST107 when none of the types can be made. */
export function parseAccept(header: string | null): Format {
  if (header === null || header === '' || header === '*/*' || header === 'application/json') return json;
  if (header.length > maxAcceptCharacters) return json;
  const ranges = splitList(header).map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return { type, parameters, quality: quality(parameters) };
  });
  for (const { type, parameters } of ranges.toSorted((a, b) => b.quality - a.quality)) {
    const format = Object.hasOwn(formats, type)
      ? formats[type]
      : (vendorFormat(type, parameters) ?? planFormat(type, parameters));
    if (format) return format;
  }
  throw restError('PGRST107', [ranges.map(({ type }) => type).join(', ')]);
}

export type BodyType = 'json' | 'csv' | 'form' | 'text' | 'xml' | 'bytes';

const bodyTypes: Readonly<Record<string, BodyType>> = {
  'application/json': 'json',
  'application/vnd.pgrst.object+json': 'json',
  'application/vnd.pgrst.array+json': 'json',
  'text/csv': 'csv',
  'application/x-www-form-urlencoded': 'form',
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'bytes',
};

/** Reads the type of a request's body from `Content-Type`; JSON by default. @throws RestError PGRST102 */
export function parseContentType(header: string | null): BodyType {
  if (header === null || header === '') return 'json';
  const type = header.split(';')[0]!.trim().toLowerCase();
  const known = Object.hasOwn(bodyTypes, type) ? bodyTypes[type] : undefined;
  if (known) return known;
  throw restError('PGRST102', [`Content-Type not acceptable: ${type}`]);
}
