import { ChevronDown, Circle, CircleCheckBig } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import { displayPhone } from '../../../shared/chile/phone-reading.ts';
import { settleFirstStep, type TodaySteps } from '../../data/company/today.ts';
import { chatUrl, whatsappDigits } from '../../content/links.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { linkVariants } from '../../ui/linkStyles.ts';
import { ChatLink, compactLinkClass } from '../parts/ChatLink.tsx';
import { ChangeButton } from '../parts/list/cells.tsx';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { sectionAddress } from '../parts/section.ts';

interface StepsProps {
  readonly steps: TodaySteps;
}

/** Once so many are done, a line names the others. */
const foldedFrom = 5;

/** The first steps of a new company, which tick themselves. Each opens the place where it is done. */
export function FirstSteps({ steps }: StepsProps) {
  const { steps: t, lacks } = useNamespace('today');
  const format = useFormat();
  const id = useId();
  const open = openSteps(steps);
  const done = stepIds.filter((step) => isDone(steps, step));
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface-raised">
      <details open={done.length < foldedFrom} className="group">
        <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-4 border-line px-4 py-2 text-small text-ink-soft group-open:border-b">
          <h3 id={id} className="headline text-lead text-ink">
            {t.title}
          </h3>
          <span className="font-semibold tabular-nums">
            {t.progress(format.count(done.length), format.count(stepIds.length))}
          </span>
          <span className="hidden md:group-open:inline">{t.hint}</span>
          <span className="group-open:hidden">{lacks(open.map((step) => t[step].title).join(' · '))}</span>
          <ChevronDown size={20} className="ml-auto group-open:rotate-180" />
        </summary>
        <ol>
          {open.map((step) => (
            <OpenStep key={step} id={step} steps={steps} isNext={step === open[0]} />
          ))}
        </ol>
        {done.length > 0 && (
          <ul aria-label={t.done} className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-4 py-2.5">
            {done.map((step) => (
              <li key={step} className="flex items-center gap-1.5 text-small text-ink-soft">
                <CircleCheckBig size={18} className="shrink-0 text-success" />
                {t[step].title}
              </li>
            ))}
          </ul>
        )}
      </details>
    </section>
  );
}

interface StepProps extends StepsProps {
  readonly id: StepId;
  /** The first one that is open: its button is the filled one. */
  readonly isNext: boolean;
}

function OpenStep({ id, steps, isNext }: StepProps) {
  const { steps: t } = useNamespace('today');
  const { title, action, hint } = t[id];
  const { name, number } = steps.company;
  const trying = useChange(settleFirstStep, () => undefined);
  const variant = isNext ? 'primary' : 'secondary';
  const isTyped = id === 'company' && name && whatsappDigits({ whatsappNumber: number }) !== '';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2 last:border-b-0">
      <Circle size={22} className="shrink-0 text-ink-soft max-md:self-start" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{title}</p>
        <p className="text-small text-ink-soft">{isTyped ? t.tryNumber(displayPhone(number)) : hint}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:pl-8.5">
        {isTyped ? (
          <ChatLink
            isCompact
            variant={variant}
            href={chatUrl(whatsappDigits({ whatsappNumber: number }))}
            // The company notes that somebody has opened the chat as passengers will.
            onPress={() => trying.run('whatsapp', number)}
          >
            {t.try}
          </ChatLink>
        ) : (
          <Link href={stepAddresses[id]} className={classes(compactLinkClass, linkVariants[variant])}>
            {action}
          </Link>
        )}
        {/* Settles the step for a company whose drivers use their own vehicles. */}
        {id === 'vehicles' && (
          <ChangeButton variant="quiet" change={() => settleFirstStep('vehicles')} onDone={() => undefined}>
            {t.noVehicles}
          </ChangeButton>
        )}
      </div>
    </li>
  );
}

type StepId = keyof TodaySteps;

/**
 * The place where each first step is done, in the order in which a new company meets them. The policy stands before the questions
 * that lead to the publication: one publication has it too, and drivers accept it as they begin.
 */
const stepAddresses: Readonly<Record<StepId, string>> = {
  company: sectionAddress('company', {}),
  prices: sectionAddress('content', { view: 'prices' }),
  policy: sectionAddress('content', { item: 'policy' }),
  claims: sectionAddress('content', { view: 'publish' }),
  vehicles: sectionAddress('vehicles', {}),
  drivers: sectionAddress('drivers', {}),
  devices: sectionAddress('devices', {}),
};
const stepIds = Object.keys(stepAddresses) as readonly StepId[];

function isDone(steps: TodaySteps, id: StepId): boolean {
  if (id !== 'company') return steps[id];
  const { name, number, tried } = steps.company;
  return name && number !== '' && tried;
}

export function openSteps(steps: TodaySteps): readonly StepId[] {
  return stepIds.filter((id) => !isDone(steps, id));
}
