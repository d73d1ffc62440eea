import type { ToursWords } from '../es/tours.ts';

export const tours: ToursWords = {
  'santiago-3h': {
    name: 'Santiago in 3 hours',
    description:
      'The essentials of Santiago between two flights or on a free afternoon: the square where the city began, the hill that shows you all of it, and a neighbourhood for a stroll and a coffee. The taxi stays with you from stop to stop.',
    taxiTime: '3 hours',
    stops: [
      {
        place: 'Plaza de Armas',
        duration: '45 minutes',
        description:
          'The cathedral, the old post office and the history museum surround the square that Pedro de Valdivia laid out in 1541. There is time to step into the cathedral and watch a game of chess among the palms.',
      },
      {
        place: 'Cerro San Cristóbal',
        duration: '1 hour',
        description:
          'Up to the summit: the Virgin above, the city at your feet and, on a clear day, the Andes in front of you. Time enough to try a mote con huesillo, husked wheat and peach in cold juice.',
      },
      {
        place: 'Barrio Lastarria',
        duration: '1 hour 15 minutes',
        description:
          'Short streets with bookshops, Chilean design and terraces to sit down at. The Parque Forestal and Cerro Santa Lucía are a few steps away, if you still feel like walking.',
      },
    ],
  },
  'santiago-full-day': {
    name: 'Santiago, full day',
    description:
      'A whole day without hurrying: the history of the centre in the morning, a winery with a tasting around midday and, in the afternoon, the neighbourhoods where Santiago eats, shops and talks. One taxi for the whole trip.',
    taxiTime: '8 hours',
    stops: [
      {
        place: 'Historic centre',
        duration: '2 hours',
        description:
          'La Moneda, Plaza de Armas and the arcades of the centre, at an easy pace. If you like, step into the Pre-Columbian Museum or try the fish and shellfish at the Mercado Central.',
      },
      {
        place: 'Winery',
        duration: '3 hours',
        description:
          'A guided tour of a winery in the Maipo valley, through vines and cellars, with a tasting. This is cabernet sauvignon country; carmenere, believed lost, was recognised in this valley in 1994.',
      },
      {
        place: 'Bohemian neighbourhoods',
        duration: '3 hours',
        description:
          'Bellavista, with its painted houses and La Chascona, Neruda’s home in Santiago; then Barrio Italia, with furniture workshops, designers’ shops and courtyards to eat in. A good end to the day.',
      },
    ],
  },
};
