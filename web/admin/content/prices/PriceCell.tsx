import type { ReactNode } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { shapeAt } from '../document/tree.ts';
import { useField } from '../editor/EditorContext.ts';
import { NumberField } from '../editor/NumberField.tsx';
import { TextControl } from '../editor/TextControl.tsx';
import { useContent } from '../studio.ts';

export interface PriceCellProps {
  /** The path of the price. */
  readonly path: ContentPath;
  readonly field: 'validFrom' | 'validUntil' | 'pesos' | 'night';
  /** The name of the route. */
  readonly name: string;
  /** Stands below the field. */
  readonly children?: ReactNode;
}

/** A figure or a day of a price. Its heading stands above the table, on phones above the field. */
export function PriceCell({ path, field, name, children }: PriceCellProps) {
  const t = useNamespace('content');
  const content = useContent();
  const own = [...path, field];
  const shape = shapeAt(content, own)!;
  const { value, write, error, key } = useField<string | number | undefined>(own, shape);
  const label = `${t.fields[field]}, ${name}`;
  return (
    <td className="px-2 py-2 max-md:block md:max-lg:px-1">
      <span aria-hidden="true" className="text-small text-ink-soft md:hidden">
        {t.fields[field]}
      </span>
      {shape.kind === 'day' ? (
        <TextControl
          isBare
          type="date"
          label={label}
          value={String(value ?? '')}
          max={10}
          error={error}
          field={key}
          onChange={(day) => write(day === '' ? undefined : day)}
        />
      ) : (
        <NumberField
          isBare
          isMoney
          label={label}
          value={typeof value === 'number' ? value : undefined}
          optional={field === 'night'}
          error={error}
          field={key}
          onChange={write}
        />
      )}
      {children}
      {shape.kind === 'day' && error && <p className="text-small font-medium text-danger">{error}</p>}
    </td>
  );
}
