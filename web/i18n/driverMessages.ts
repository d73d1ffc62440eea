import type { Language } from './languages.ts';

/** The first message from a driver to the passenger of a trip, in the language of the booking. */
export type DriverMessage = (driver: string, company: string, clock: string, code: string) => string;

export const driverMessages: Readonly<Record<Language, DriverMessage>> = {
  es: (driver, company, clock, code) =>
    `Hola, soy ${driver}, tu conductor de ${company} para las ${clock} (viaje ${code}).`,
  en: (driver, company, clock, code) =>
    `Hello, this is ${driver}, your driver from ${company} at ${clock} (trip ${code}).`,
  fr: (driver, company, clock, code) =>
    `Bonjour, je suis ${driver}, votre chauffeur de ${company} à ${clock} (trajet ${code}).`,
  pt: (driver, company, clock, code) =>
    `Olá, sou ${driver}, seu motorista da ${company} às ${clock} (viagem ${code}).`,
  de: (driver, company, clock, code) =>
    `Guten Tag, hier ist ${driver}, Ihr Fahrer von ${company} um ${clock} Uhr (Fahrt ${code}).`,
};
