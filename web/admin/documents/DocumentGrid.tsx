import { CarFront } from 'lucide-react';
import type { ReactNode } from 'react';
import { listPartOf } from '../../data/list/page.ts';
import { listDocumentGrid, type Gap, type GridFilter } from '../../data/documents/documentGrid.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { Filter } from '../parts/list/filter.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { PrimaryAct } from '../parts/list/Toolbar.tsx';
import type { ListLocation } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { DocumentFilters, SubjectChip, useKinds } from './DocumentFilters.tsx';
import { useGridColumns } from './gridColumns.tsx';
import { ownerName } from './names.ts';

/** A view of the documents: as the grid, or as the list. */
export interface DocumentViewProps {
  readonly filter: Filter<GridFilter>;
  readonly location: ListLocation;
  readonly primary: PrimaryAct;
  readonly actions: ReactNode;
}

interface DocumentGridProps extends DocumentViewProps {
  readonly onOpen: (id: string) => void;
  readonly onAdd: (gap: Gap) => void;
}

/** Vehicles or drivers and the kinds of their documents; on a phone a card for each owner. */
export function DocumentGrid(props: DocumentGridProps) {
  const { location, onOpen, onAdd, ...frame } = props;
  const filter = frame.filter.values;
  const t = useNamespace('documents');
  const kinds = useKinds();
  const { page } = location;
  const listing = useListing({
    name: 'document-grid',
    filter,
    page,
    // Whole pages only: the grid is not exported.
    load: (wanted, at, signal) => listDocumentGrid(wanted, listPartOf(at).number, signal),
  });
  const owner = listing.counts?.owner ?? (filter.owner || 'vehicle');
  const columns = useGridColumns(owner, kinds, filter, { onOpen, onAdd });
  const [only] = listing.rows ?? [];
  return (
    <ListFrame
      {...frame}
      filters={<DocumentFilters filter={frame.filter} gridOwner={owner} />}
      listing={listing}
      location={location}
      words={{ ...t.grid, nothing: t.nothing, caption: t.grid.caption[owner], empty: t.grid.none[owner] }}
      icon={CarFront}
      below={
        filter.subject && (
          <SubjectChip name={only && ownerName(only.owner, only.name)} onShowAll={location.setFilters} />
        )
      }
      list={{
        columns,
        cardClass: 'gap-0.5 py-1 pr-2 pl-3',
        lineClass: 'gap-1',
      }}
    />
  );
}
