import { CircleCheckBig } from 'lucide-react';
import { Suspense } from 'react';
import { LoadError } from '../../components/LoadError.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NextTrips } from '../trips/NextTrips.tsx';
import { Loading } from '../parts/Loading.tsx';
import type { SectionProps } from '../parts/section.ts';
import { DayLine } from './DayLine.tsx';
import { FirstSteps, openSteps } from './FirstSteps.tsx';
import { inOrder } from './lines.ts';
import { ShiftsToday } from './ShiftsToday.tsx';
import { useCaseLine, useDraftLine, useRightsLine, useToday } from './useToday.ts';

/** The company's day: the next trips, who drives, whatever needs somebody, and the first steps until all are done. */
export default function TodaySection({ onDone }: Pick<SectionProps, 'onDone'>) {
  const t = useNamespace('today');
  const { data, error, isFetching, refetch } = useToday();
  const cases = useCaseLine();
  const rights = useRightsLine();
  const draft = useDraftLine();
  if (!data) return <Loading title={t.loadFailed} error={error} retry={refetch} />;
  const { steps, shifts, trips } = data;
  const lines = inOrder([...cases.lines, ...rights.lines, ...draft, ...data.lines]);
  const isSetUp = openSteps(steps).length === 0;
  const isQuiet = lines.length === 0 && isSetUp;
  const isUnknown = cases.isUnknown || rights.isUnknown;
  const failed = cases.error ?? rights.error;
  // A company that has published works already: what needs somebody comes first.
  const isRunning = steps.prices;
  return (
    <div className="flex flex-col gap-3" aria-busy={isFetching}>
      {error && <LoadError title={t.loadFailed} error={error} onRetry={() => void refetch()} />}
      {cases.error && <LoadError title={t.casesFailed} error={cases.error} onRetry={cases.retry} />}
      {rights.error && <LoadError title={t.rightsFailed} error={rights.error} onRetry={rights.retry} />}
      {!isSetUp && !isRunning && <FirstSteps steps={steps} />}
      {trips !== null && (
        // Its messages load with it: only companies with trips need them.
        <Suspense>
          <NextTrips waiting={trips} />
        </Suspense>
      )}
      {shifts && <ShiftsToday shifts={shifts} />}
      {lines.length > 0 && (
        <div className="gap-3 xl:columns-2">
          {lines.map((line) => (
            <DayLine key={line.id} line={line} onDone={onDone} />
          ))}
        </div>
      )}
      {!isSetUp && isRunning && <FirstSteps steps={steps} />}
      {isQuiet && isUnknown && !failed && <Loading />}
      {isQuiet && !isUnknown && (
        <EmptyState title={t.allWell} icon={<CircleCheckBig size={44} />}>
          {t.allWellHint}
        </EmptyState>
      )}
    </div>
  );
}
