import type { JobTools, ProductJob } from '../../backend/index.ts';
import { isLanguage, localeOf, type Language } from '../../shared/languages.ts';
import { staffLanguageOf, type StaffLanguage } from '../../shared/staff-languages.ts';
import { isMailHour } from './hours.ts';
import { reportTexts } from './report-texts.ts';
import { mailJob } from './mail-job.ts';

/** An administrator who has not had the mail about a month, as `private.due_report_mails` gives it. */
interface DueReport {
  readonly account_id: string;
  readonly email: string;
  readonly language: string | null;
  /** The first day of the month, as `2026-11-01`. */
  readonly month: string;
}

/** The totals of a month that the mail names, as `private.report_totals` gives them. */
interface Totals {
  readonly reviews: number;
  readonly stars: number;
  readonly low: number;
  readonly shifts: number;
  readonly shift_seconds: number;
  readonly cases: readonly { readonly cases: number }[];
}

interface Months {
  readonly now: Totals;
  readonly before: Totals;
}

interface Product {
  readonly publicUrl: string;
  readonly defaultLanguage: Language;
}

const secondsPerHour = 3_600;

/** Dates as text: the driver would read them as local midnights. */
const dueSql = 'select account_id, email, language, month::text as month from private.due_report_mails()';
const totalsSql = `select to_jsonb(private.report_totals($1, ($1::date + interval '1 month - 1 day')::date)) as now,
  to_jsonb(private.report_totals(($1::date - interval '1 month')::date, $1::date - 1)) as before`;
/** Notes the mail as sent; gives it unless another process has noted it. */
const noteSql = `insert into private.report_mails (account_id, month) values ($1, $2)
  on conflict do nothing returning month`;

/** The lines of the mail. */
function linesOf({ now, before }: Months, language: StaffLanguage): readonly string[] {
  const t = reportTexts[language];
  const whole = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 0 });
  const decimal = new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const line = (name: string, write: (totals: Totals) => string) =>
    `• ${t.figure(name, { now: write(now), before: write(before) })}`;
  return [
    line(t.reviews, ({ reviews }) => whole.format(reviews)),
    line(t.average, ({ reviews, stars }) => (reviews === 0 ? '—' : decimal.format(stars / reviews))),
    line(t.low, ({ low }) => whole.format(low)),
    line(t.cases, ({ cases }) => whole.format(cases.reduce((sum, kind) => sum + kind.cases, 0))),
    line(t.shifts, ({ shifts }) => whole.format(shifts)),
    line(t.hours, ({ shift_seconds: seconds }) => whole.format(seconds / secondsPerHour)),
  ];
}

/** Sends one administrator the figures of a month. Recording and sending share a transaction. */
async function sendReport(tools: JobTools, product: Product, due: DueReport): Promise<void> {
  const language = staffLanguageOf(isLanguage(due.language) ? due.language : product.defaultLanguage);
  const t = reportTexts[language];
  const month = new Intl.DateTimeFormat(localeOf(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  await tools.db.transaction(async (transaction) => {
    if ((await transaction.query(noteSql, [due.account_id, due.month])).length === 0) return;
    const [months] = await transaction.query<Months>(totalsSql, [due.month]);
    if (!months) return;
    const subject = t.subject(month.format(new Date(due.month)));
    await tools.sendNotice({
      kind: 'monthly_report',
      to: due.email,
      language,
      subject,
      heading: subject,
      text: [t.intro, ...linesOf(months, language)].join('\n'),
      button: t.open,
      link: `${product.publicUrl}/?section=report&from=${due.month}`,
    });
  });
}

/**
 * Mails administrators the figures of the past month, each once, in the first days of the next one. They leave by day:
 * nothing corrects a mail, and just after midnight night shifts are open and ratings still wait on tablets.
 */
export function monthlyReports(product: Product): ProductJob {
  return mailJob('monthly_reports', 'hour', async (tools) => {
    if (!isMailHour(tools.now)) return [];
    const due = await tools.db.query<DueReport>(dueSql);
    return due.map((each) => () => sendReport(tools, product, each));
  });
}
