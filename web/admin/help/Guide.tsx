import { useId, useRef, useState } from 'react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { SearchField } from '../parts/list/SearchField.tsx';
import { guidePages, pageOf, searchGuide } from './guide.ts';
import { GuidePageView } from './GuidePageView.tsx';

interface GuideProps {
  /** The id of the page that is open. */
  readonly pageId: string;
  readonly onOpen: (id: string) => void;
  /** The index stands beside the page where there is room, else below it. */
  readonly beside: boolean;
}

/** The guide: search, index, and the page that is open. */
export function Guide({ pageId, onOpen, beside }: GuideProps) {
  const t = useNamespace('admin').guide;
  const [search, setSearch] = useState('');
  const top = useRef<HTMLDivElement>(null);
  const page = pageOf(pageId);
  const open = (id: string) => {
    setSearch('');
    onOpen(id);
    top.current?.scrollIntoView({ block: 'nearest' });
    top.current?.querySelector<HTMLElement>('[data-page-title]')?.focus();
  };
  return (
    <div ref={top} className="flex scroll-mt-4 flex-col gap-4">
      <SearchField label={t.search} value={search} onSearch={setSearch} />
      {search.trim() !== '' ? (
        <Hits search={search} onOpen={open} />
      ) : (
        <div className={classes('grid items-start gap-6', beside && 'lg:grid-cols-[16rem_minmax(0,1fr)]')}>
          <article className={classes('min-w-0', beside && 'lg:order-last')}>
            <h3 data-page-title tabIndex={-1} lang="es" className="headline text-title outline-none">
              {page.title}
            </h3>
            <GuidePageView page={page} onOpen={open} />
          </article>
          <Index openId={page.id} onOpen={open} />
        </div>
      )}
    </div>
  );
}

interface IndexProps {
  readonly openId: string;
  readonly onOpen: (id: string) => void;
}

function Index({ openId, onOpen }: IndexProps) {
  const t = useNamespace('admin').guide;
  const id = useId();
  return (
    <nav aria-labelledby={id} className="border-t border-line pt-3 lg:border-t-0 lg:pt-0">
      <h3 id={id} className="text-small font-semibold text-ink-soft">
        {t.pages}
      </h3>
      <ul lang="es">
        {guidePages.map((page) => (
          <li key={page.id}>
            <button
              type="button"
              aria-current={page.id === openId ? 'page' : undefined}
              onClick={() => onOpen(page.id)}
              className={classes(
                'min-h-11 w-full rounded-control px-2 text-left hover:bg-surface-sunken',
                page.id === openId && 'font-semibold text-accent',
              )}
            >
              {page.title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface HitsProps {
  readonly search: string;
  readonly onOpen: (id: string) => void;
}

function Hits({ search, onOpen }: HitsProps) {
  const t = useNamespace('admin').guide;
  const hits = searchGuide(search);
  return (
    <div aria-live="polite">
      {hits.length === 0 && <p className="text-ink-soft">{t.nothing}</p>}
      <ul lang="es" className="flex flex-col gap-1">
        {hits.map(({ page, excerpt }) => (
          <li key={page.id}>
            <button
              type="button"
              onClick={() => onOpen(page.id)}
              className="min-h-11 w-full rounded-control px-2 py-2 text-left hover:bg-surface-sunken"
            >
              <span className="block font-semibold text-accent">{page.title}</span>
              <span className="block text-small text-ink-soft">{excerpt}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
