import { Send } from 'lucide-react';
import { useCallback } from 'react';
import { useRelease } from '../content/ContentProvider.tsx';
import { useLoad } from '../data/useLoad.ts';
import { deviceState } from '../device/deviceState.ts';
import { useAction } from '../forms/useAction.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace, useSpanishNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { heartbeatOnce } from './heartbeats.ts';
import { deviceStatus } from './status.ts';
import { diagnosisLines, errorTime, type Condition } from './diagnosisLines.ts';
import { notedErrors } from './errorLog.ts';

/** Beyond this the company's list cuts a report off. */
const maxReportChars = 8_000;

/** Reads the device's condition, and times a response of the backend. */
async function examine(driverId: string, release: number): Promise<Condition> {
  const status = await deviceStatus(driverId, release);
  const started = performance.now();
  const response = await heartbeatOnce(status).then(
    () => performance.now() - started,
    () => null,
  );
  return { status, response, clockOffset: deviceState().clockOffset };
}

/** The device's condition for the driver, who may send it to the company. */
export default function Diagnosis({ driverId }: { readonly driverId: string }) {
  const { diagnosis: t } = useNamespace('ownDevice');
  const { diagnosis: spanish } = useSpanishNamespace('ownDevice');
  const { common } = useMessages();
  const { language } = useLanguage();
  const { release } = useRelease();
  const { value: found, setValue: setFound } = useLoad(
    useCallback(() => examine(driverId, release.id), [driverId, release.id]),
  );
  const sending = useAction(async () => {
    const now = await examine(driverId, release.id);
    setFound(now);
    const lines = diagnosisLines(now, spanish, 'es').map(({ label, value }) => `${label}: ${value}`);
    const errors = notedErrors().map(({ at, text }) => `${errorTime(at, 'es')} ${text}`);
    const report = [...lines, navigator.userAgent, ...errors].join('\n').slice(0, maxReportChars);
    await heartbeatOnce(now.status, report);
  });

  if (!found) return <Spinner label={common.loading} size={44} className="text-accent" />;
  const errors = notedErrors();
  return (
    <div className="flex flex-col gap-6">
      <dl className="divide-y divide-line rounded-card border border-line bg-surface-raised">
        {diagnosisLines(found, t, language).map(({ label, value, bad }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 px-4 py-3">
            <dt className="text-ink-soft">{label}</dt>
            <dd className={bad ? 'font-semibold text-danger' : 'font-semibold'}>{value}</dd>
          </div>
        ))}
      </dl>
      <section>
        <h3 className="text-lead font-semibold">{t.errors}</h3>
        {errors.length === 0 ? (
          <p className="mt-1 text-ink-soft">{t.noErrors}</p>
        ) : (
          <ul className="mt-2 flex flex-col gap-2 text-small">
            {errors.map(({ at, text }) => (
              <li key={`${at} ${text}`} className="[overflow-wrap:anywhere]">
                <span className="text-ink-soft tabular-nums">{errorTime(at, language)}</span> {text}
              </li>
            ))}
          </ul>
        )}
      </section>
      <Button busy={sending.busy} icon={<Send size={22} aria-hidden="true" />} onClick={() => sending.run()}>
        {t.send}
      </Button>
      {sending.done && <Notice tone="success">{t.sent}</Notice>}
      {sending.errorText && <Notice tone="error">{sending.errorText}</Notice>}
    </div>
  );
}
