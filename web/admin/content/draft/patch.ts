import type { Content } from '../../../../shared/content/content.ts';
import { isObject } from '../../../../shared/content/shape.ts';

/** A list whose items have ids: their order, and the items that differ. */
interface ListPatch {
  readonly ids: readonly string[];
  readonly items: readonly { readonly id: string }[];
}
type FieldPatch = { readonly list: ListPatch } | { readonly value: unknown };
/** The differences from a document, without what both share: small enough to be written at every pause in typing. */
export type Patch = Readonly<Record<string, FieldPatch>>;

function hasIds(value: unknown): value is readonly { readonly id: string }[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item['id'] === 'string');
}

/** Parts that are the same object do not differ. */
export function makePatch(base: Content, content: Content): Patch {
  const fields = Object.keys({ ...base, ...content }) as (keyof Content)[];
  const changed = fields.filter((name) => base[name] !== content[name]);
  return Object.fromEntries(
    changed.map((name): [string, FieldPatch] => {
      const [before, value] = [base[name], content[name]];
      if (!hasIds(before) || !hasIds(value)) return [name, { value }];
      const known = new Set<unknown>(before);
      return [
        name,
        { list: { ids: value.map(({ id }) => id), items: value.filter((item) => !known.has(item)) } },
      ];
    }),
  );
}

/** The document that `makePatch` compared with the base. */
export function applyPatch(base: Content, patch: Patch): Content {
  const fields = Object.entries(patch).map(([name, field]) => {
    // JSON leaves out undefined values: a field without a value was removed.
    if (!('list' in field)) return [name, field.value];
    const before: unknown = base[name as keyof Content];
    const items = new Map(
      [...(hasIds(before) ? before : []), ...field.list.items].map((item) => [item.id, item]),
    );
    return [name, field.list.ids.flatMap((id) => items.get(id) ?? [])];
  });
  const merged = { ...base, ...(Object.fromEntries(fields) as Partial<Content>) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as Content;
}
