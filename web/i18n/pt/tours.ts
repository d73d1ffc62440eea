import type { ToursWords } from '../es/tours.ts';

export const tours: ToursWords = {
  'santiago-3h': {
    name: 'Santiago em 3 horas',
    description:
      'O essencial de Santiago entre dois voos ou numa tarde livre: a praça onde a cidade nasceu, o morro de onde se vê tudo e um bairro para caminhar e tomar um café. O táxi segue com você de uma parada à outra.',
    taxiTime: '3 horas',
    stops: [
      {
        place: 'Plaza de Armas',
        duration: '45 minutos',
        description:
          'A catedral, o antigo correio e o museu de história cercam a praça que Pedro de Valdivia traçou em 1541. Dá tempo de entrar na catedral e acompanhar uma partida de xadrez entre as palmeiras.',
      },
      {
        place: 'Cerro San Cristóbal',
        duration: '1 hora',
        description:
          'Subida ao topo: a Virgem no alto, a cidade aos pés e os Andes em frente, se o dia estiver limpo. Dá tempo de provar um mote con huesillo, trigo e pêssego em calda gelada.',
      },
      {
        place: 'Barrio Lastarria',
        duration: '1 hora e 15 minutos',
        description:
          'Ruas curtas com livrarias, design chileno e mesas na calçada para sentar. A poucos passos ficam o Parque Forestal e o Cerro Santa Lucía, se ainda houver vontade de caminhar.',
      },
    ],
  },
  'santiago-full-day': {
    name: 'Santiago em um dia inteiro',
    description:
      'Um dia inteiro sem pressa: a história do centro pela manhã, uma vinícola com degustação por volta do meio-dia e, à tarde, os bairros onde Santiago come, compra e conversa. Um único táxi para todo o percurso.',
    taxiTime: '8 horas',
    stops: [
      {
        place: 'Centro histórico',
        duration: '2 horas',
        description:
          'La Moneda, a Plaza de Armas e as galerias do centro, com calma. Conforme a vontade, dá para entrar no Museu Pré-Colombiano ou provar peixes e frutos do mar no Mercado Central.',
      },
      {
        place: 'Vinícola',
        duration: '3 horas',
        description:
          'Visita guiada a uma vinícola do vale do Maipo, entre parreiras e adegas, com degustação. É terra de cabernet sauvignon; neste vale se reconheceu, em 1994, a uva carménère, que se julgava perdida.',
      },
      {
        place: 'Bairros boêmios',
        duration: '3 horas',
        description:
          'Bellavista, com suas casas pintadas e La Chascona, a casa de Neruda em Santiago; e o Barrio Italia, com oficinas de móveis, lojas de autor e pátios para comer. Um bom fim para o dia.',
      },
    ],
  },
};
