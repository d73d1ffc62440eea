import type { StaffLanguage } from '../../shared/staff-languages.ts';

/** Figures as text, in the digits of the language; a dash where there is none. */
interface ShownFigure {
  readonly now: string;
  readonly before: string;
}

interface ReportTexts {
  /** @param month its name and year */
  readonly subject: (month: string) => string;
  readonly intro: string;
  readonly figure: (name: string, figure: ShownFigure) => string;
  readonly reviews: string;
  readonly average: string;
  readonly low: string;
  readonly cases: string;
  readonly shifts: string;
  readonly hours: string;
  readonly open: string;
}

/** The texts of the monthly mail to administrators. */
export const reportTexts: Readonly<Record<StaffLanguage, ReportTexts>> = {
  es: {
    subject: (month) => `Informe de ${month}`,
    intro: 'Las cifras del mes, al lado del mes anterior:',
    figure: (name, { now, before }) => `${name}: ${now} (antes ${before})`,
    reviews: 'Calificaciones',
    average: 'Promedio',
    low: 'Tres estrellas o menos',
    cases: 'Casos',
    shifts: 'Turnos',
    hours: 'Horas en turno',
    open: 'Abrir el informe',
  },
  en: {
    subject: (month) => `Report for ${month}`,
    intro: 'The figures of the month, beside the month before:',
    figure: (name, { now, before }) => `${name}: ${now} (before ${before})`,
    reviews: 'Ratings',
    average: 'Average',
    low: 'Three stars or fewer',
    cases: 'Cases',
    shifts: 'Shifts',
    hours: 'Hours on shift',
    open: 'Open the report',
  },
};
