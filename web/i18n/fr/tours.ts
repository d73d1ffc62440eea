import type { ToursWords } from '../es/tours.ts';

export const tours: ToursWords = {
  'santiago-3h': {
    name: 'Santiago en 3 heures',
    description:
      'L’essentiel de Santiago entre deux vols ou pendant un après-midi libre : la place où la ville est née, la colline d’où on la voit tout entière et un quartier où flâner et prendre un café. Le taxi vous accompagne d’une étape à l’autre.',
    taxiTime: '3 heures',
    stops: [
      {
        place: 'Plaza de Armas',
        duration: '45 minutes',
        description:
          'La cathédrale, l’ancienne poste et le musée d’histoire entourent la place tracée par Pedro de Valdivia en 1541. On a le temps d’entrer dans la cathédrale et de suivre une partie d’échecs entre les palmiers.',
      },
      {
        place: 'Cerro San Cristóbal',
        duration: '1 heure',
        description:
          'Montée au sommet : la Vierge en haut, la ville à vos pieds et, par temps clair, les Andes en face. Juste le temps de goûter un mote con huesillo, blé et pêche dans un jus bien frais.',
      },
      {
        place: 'Barrio Lastarria',
        duration: '1 heure 15 minutes',
        description:
          'Des rues courtes avec librairies, design chilien et terrasses où s’asseoir. Le Parque Forestal et le Cerro Santa Lucía sont à deux pas, s’il vous reste l’envie de marcher.',
      },
    ],
  },
  'santiago-full-day': {
    name: 'Santiago en une journée',
    description:
      'Une journée entière sans se presser : l’histoire du centre le matin, un domaine viticole avec dégustation vers midi et, l’après-midi, les quartiers où Santiago mange, fait ses achats et discute. Un seul taxi pour tout le parcours.',
    taxiTime: '8 heures',
    stops: [
      {
        place: 'Centre historique',
        duration: '2 heures',
        description:
          'La Moneda, la Plaza de Armas et les passages du centre, tranquillement. Selon l’envie, on entre au musée d’art précolombien ou on goûte poissons et fruits de mer au Mercado Central.',
      },
      {
        place: 'Domaine viticole',
        duration: '3 heures',
        description:
          'Visite guidée d’un domaine de la vallée du Maipo, entre vignes et chais, avec dégustation. C’est une terre de cabernet sauvignon ; le carmenère, que l’on croyait perdu, y fut reconnu en 1994.',
      },
      {
        place: 'Quartiers bohèmes',
        duration: '3 heures',
        description:
          'Bellavista, ses maisons peintes et La Chascona, la maison de Neruda à Santiago ; puis Barrio Italia, ses ateliers de meubles, ses boutiques de créateurs et ses cours où manger. Une belle fin de journée.',
      },
    ],
  },
};
