import type { ToursWords } from '../es/tours.ts';

export const tours: ToursWords = {
  'santiago-3h': {
    name: 'Santiago in 3 Stunden',
    description:
      'Das Wichtigste von Santiago zwischen zwei Flügen oder an einem freien Nachmittag: der Platz, an dem die Stadt entstand, der Hügel, der sie ganz zeigt, und ein Viertel zum Bummeln und Kaffeetrinken. Das Taxi begleitet Sie von Halt zu Halt.',
    taxiTime: '3 Stunden',
    stops: [
      {
        place: 'Plaza de Armas',
        duration: '45 Minuten',
        description:
          'Kathedrale, alte Hauptpost und Historisches Museum umgeben den Platz, den Pedro de Valdivia 1541 anlegte. Es bleibt Zeit für einen Blick in die Kathedrale und eine Partie Schach zwischen den Palmen.',
      },
      {
        place: 'Cerro San Cristóbal',
        duration: '1 Stunde',
        description:
          'Hinauf zum Gipfel: oben die Marienstatue, unten die Stadt und bei klarem Wetter gegenüber die Anden. Die Zeit reicht für einen Mote con Huesillo, Weizen und Pfirsich in kaltem Saft.',
      },
      {
        place: 'Barrio Lastarria',
        duration: '1 Stunde 15 Minuten',
        description:
          'Kurze Straßen mit Buchläden, chilenischem Design und Terrassen zum Hinsetzen. Der Parque Forestal und der Cerro Santa Lucía sind nur Schritte entfernt, falls Sie noch weitergehen mögen.',
      },
    ],
  },
  'santiago-full-day': {
    name: 'Santiago an einem ganzen Tag',
    description:
      'Ein ganzer Tag ohne Eile: morgens die Geschichte des Zentrums, mittags ein Weingut mit Verkostung und am Nachmittag die Viertel, in denen Santiago isst, einkauft und plaudert. Ein einziges Taxi für die ganze Strecke.',
    taxiTime: '8 Stunden',
    stops: [
      {
        place: 'Historisches Zentrum',
        duration: '2 Stunden',
        description:
          'La Moneda, die Plaza de Armas und die Passagen des Zentrums, ganz in Ruhe. Je nach Lust geht es ins Museum für präkolumbische Kunst oder zu Fisch und Meeresfrüchten in den Mercado Central.',
      },
      {
        place: 'Weingut',
        duration: '3 Stunden',
        description:
          'Führung durch ein Weingut im Maipo-Tal, zwischen Reben und Kellern, mit Verkostung. Hier wächst vor allem Cabernet Sauvignon; 1994 wurde in diesem Tal die verloren geglaubte Rebsorte Carménère erkannt.',
      },
      {
        place: 'Künstlerviertel',
        duration: '3 Stunden',
        description:
          'Bellavista mit seinen bemalten Häusern und La Chascona, Nerudas Haus in Santiago; danach Barrio Italia mit Möbelwerkstätten, Designläden und Innenhöfen zum Essen. Ein guter Ausklang des Tages.',
      },
    ],
  },
};
