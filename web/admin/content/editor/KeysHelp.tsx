import { useNamespace } from '../../../i18n/namespaces.ts';

const key = 'rounded-small border border-line-strong px-1.5 text-[0.8125rem] font-semibold whitespace-nowrap';

/** The keys of the editor. */
export function KeysHelp() {
  const t = useNamespace('content').keys;
  const rows = [
    { keys: 'Ctrl Enter', text: t.next },
    { keys: 'Alt ↓', text: t.skip },
    { keys: 'Alt ↑', text: t.back },
  ];
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1.5 border-t border-line pt-3 text-small text-ink-soft">
      {rows.map(({ keys, text }) => (
        <div key={keys} className="flex items-center gap-1.5">
          <dt>
            <kbd className={key}>{keys}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
