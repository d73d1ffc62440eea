import { useNamespace } from '../../i18n/namespaces.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { BreachList } from './BreachList.tsx';
import { RequestList } from './RequestList.tsx';

const views = ['requests', 'breaches'] as const;

/** Requests about personal data, and the register of breaches of security (law 21.719). */
export default function RightsSection(props: SectionProps) {
  const t = useNamespace('rights');
  const { location } = props;
  const view = views.find((each) => each === location.filter('view')) ?? 'requests';
  return (
    <Tabs
      name="rights"
      label={t.views}
      variant="panel"
      tabs={views.map((id) => ({ id, label: t[id] }))}
      selected={view}
      onSelect={(id) =>
        location.setFilters({ view: id === 'requests' ? '' : id, search: '', state: '', kind: '' })
      }
      panelClass="flex flex-col gap-2 pt-2 md:gap-2.5"
    >
      {view === 'requests' ? <RequestList {...props} /> : <BreachList {...props} />}
    </Tabs>
  );
}
