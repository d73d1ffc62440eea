import type { TourId, TourWords } from '../../content/tours.ts';

export type ToursWords = Record<TourId, TourWords>;

/** `supabase/seed.sql` has the same words, and `content/tours.ts` the same names. */
export const tours: ToursWords = {
  'santiago-3h': {
    name: 'Tour de Santiago en 3 horas',
    description:
      'Lo esencial de Santiago entre dos vuelos o en una tarde libre: la plaza donde nació la ciudad, el cerro desde donde se ve completa y un barrio para caminar y tomar un café. El taxi sigue contigo de una parada a la otra.',
    taxiTime: '3 horas',
    stops: [
      {
        place: 'Plaza de Armas',
        duration: '45 minutos',
        description:
          'La Catedral, el Correo Central y el Museo Histórico rodean la plaza que Pedro de Valdivia trazó en 1541. Hay tiempo para entrar a la Catedral y mirar una partida de ajedrez entre las palmeras.',
      },
      {
        place: 'Cerro San Cristóbal',
        duration: '1 hora',
        description:
          'Subida a la cumbre: la Virgen arriba, la ciudad a los pies y los Andes enfrente si el día está claro. Alcanza para probar un mote con huesillo, trigo y durazno en jugo frío.',
      },
      {
        place: 'Barrio Lastarria',
        duration: '1 hora 15 minutos',
        description:
          'Calles cortas con librerías, diseño chileno y terrazas para sentarse. A un paso están el Parque Forestal y el cerro Santa Lucía, por si todavía quedan ganas de caminar.',
      },
    ],
  },
  'santiago-full-day': {
    name: 'Santiago de día completo',
    description:
      'Un día entero sin apuro: la historia del centro por la mañana, una viña con degustación al mediodía y, por la tarde, los barrios donde Santiago come, compra y conversa. Un solo taxi para todo el recorrido.',
    taxiTime: '8 horas',
    stops: [
      {
        place: 'Centro Histórico',
        duration: '2 horas',
        description:
          'La Moneda, la Plaza de Armas y los pasajes del centro, con calma. Según las ganas, se puede entrar al Museo Precolombino o probar pescados y mariscos en el Mercado Central.',
      },
      {
        place: 'Viña',
        duration: '3 horas',
        description:
          'Visita guiada a una viña del valle del Maipo, entre parras y bodegas, con degustación. Es tierra de cabernet sauvignon; en este valle se reconoció en 1994 el carmenere, que se creía perdido.',
      },
      {
        place: 'Barrios bohemios',
        duration: '3 horas',
        description:
          'Bellavista, con sus casas pintadas y La Chascona, la casa de Neruda en Santiago; y Barrio Italia, con talleres de muebles, tiendas de autor y patios para comer. Un buen final para el día.',
      },
    ],
  },
};
