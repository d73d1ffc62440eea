import type { MeetingPoint } from '../../shared/content/content.ts';

/** Where passengers find their driver at Santiago's airport: its two terminals stand apart. */
export const meetingPoints: readonly MeetingPoint[] = [
  {
    id: 'terminal-2',
    name: {
      es: 'Terminal 2 · vuelos internacionales',
      en: { text: 'Terminal 2 · international flights' },
      fr: { text: 'Terminal 2 · vols internationaux' },
      pt: { text: 'Terminal 2 · voos internacionais' },
      de: { text: 'Terminal 2 · internationale Flüge' },
    },
    text: {
      es: 'Después de la aduana, sigue hasta la salida de pasajeros con reserva. Tu conductor te espera allí con un letrero con tu nombre.',
      en: {
        text: 'After customs, follow the way to the exit for passengers with a booking. Your driver waits there with a sign that has your name on it.',
      },
      fr: {
        text: 'Après la douane, suivez la sortie des passagers avec réservation. Votre chauffeur vous y attend avec une pancarte à votre nom.',
      },
      pt: {
        text: 'Depois da alfândega, siga até a saída de passageiros com reserva. Seu motorista espera ali com uma placa com o seu nome.',
      },
      de: {
        text: 'Gehen Sie nach dem Zoll zum Ausgang für Fahrgäste mit Reservierung. Dort wartet Ihr Fahrer mit einem Schild mit Ihrem Namen.',
      },
    },
  },
  {
    id: 'terminal-1',
    name: {
      es: 'Terminal 1 · vuelos nacionales',
      en: { text: 'Terminal 1 · domestic flights' },
      fr: { text: 'Terminal 1 · vols nationaux' },
      pt: { text: 'Terminal 1 · voos domésticos' },
      de: { text: 'Terminal 1 · Inlandsflüge' },
    },
    text: {
      es: 'Sal de la zona de equipaje y sigue hasta la salida de pasajeros con reserva. Tu conductor te espera con un letrero con tu nombre.',
      en: {
        text: 'Leave the baggage hall and follow the way to the exit for passengers with a booking. Your driver waits with a sign that has your name on it.',
      },
      fr: {
        text: 'Quittez la salle des bagages et suivez la sortie des passagers avec réservation. Votre chauffeur vous attend avec une pancarte à votre nom.',
      },
      pt: {
        text: 'Saia da área de bagagens e siga até a saída de passageiros com reserva. Seu motorista espera com uma placa com o seu nome.',
      },
      de: {
        text: 'Verlassen Sie die Gepäckhalle und gehen Sie zum Ausgang für Fahrgäste mit Reservierung. Ihr Fahrer wartet mit einem Schild mit Ihrem Namen.',
      },
    },
  },
];
