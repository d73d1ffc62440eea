import type { PlacesWords } from '../es/places.ts';

export const places: PlacesWords = {
  'plaza-de-armas': {
    name: 'Plaza de Armas',
    description:
      'Pedro de Valdivia traça la ville à partir d’ici en 1541, et c’est toujours son centre : la cathédrale, l’ancienne poste et le musée d’histoire autour, palmiers et joueurs d’échecs au milieu. Une demi-heure suffit, avec des bancs à l’ombre.',
    hours: 'Toujours ouvert',
    alt: 'La cathédrale de Santiago et ses deux tours, entre les palmiers de la place.',
  },
  'la-moneda': {
    name: 'Palais de La Moneda',
    description:
      'Construit pour frapper la monnaie coloniale, il abrite aujourd’hui la présidence. Bombardé en 1973, il a été reconstruit. On se promène librement sur ses deux places ; sous l’une d’elles, le centre culturel réunit expositions, café et artisanat.',
    hours: 'Places : toujours. Intérieur : visite guidée sur réservation',
    alt: 'Le palais blanc de La Moneda, avec un grand drapeau chilien devant.',
  },
  'cerro-santa-lucia': {
    name: 'Cerro Santa Lucía',
    description:
      'Une colline de 69 mètres en plein centre, devenue parc en 1872 : escaliers, terrasses, fontaine de Neptune et belvédère au sommet. La montée prend une vingtaine de minutes et les dernières marches sont étroites : mettez de bonnes chaussures.',
    hours: 'Tous les jours, 9 h – 18 h ; plus tard en été',
    alt: 'Des escaliers courbes et une fontaine jaune montent vers un château de brique.',
  },
  'museo-precolombino': {
    name: 'Musée chilien d’art précolombien',
    description:
      'Céramiques, textiles et métaux des peuples d’Amérique, du Mexique à la Patagonie, dans l’ancienne douane royale du début du XIXe siècle. Au sous-sol se dressent les chemamüll, hautes figures mapuches en bois. Comptez une heure et demie.',
    hours: 'Mar.–dim., 10 h – 18 h',
    alt: 'Trois figures mapuches en bois devant la façade néoclassique du musée.',
  },
  'cerro-san-cristobal': {
    name: 'Cerro San Cristóbal',
    description:
      'Le grand parc de Santiago grimpe jusqu’à la Vierge, entre la ville et les Andes. On y monte par le funiculaire de 1925 ou en téléphérique. En haut, la coutume veut qu’on prenne un mote con huesillo : blé et pêche dans un jus bien frais.',
    hours: 'Funiculaire : mar.–dim., 10 h – 18 h 45 ; lun., horaires variables',
    alt: 'La Vierge blanche au sommet, le funiculaire qui monte et les Andes enneigées.',
  },
  'parque-bicentenario': {
    name: 'Parque Bicentenario',
    description:
      'Une trentaine d’hectares de pelouse au bord du Mapocho, à Vitacura. Des étangs avec des cygnes à cou noir, de l’ombre pour s’allonger et la Gran Torre au fond. Un bon endroit pour se dégourdir les jambes avant ou après un long vol.',
    hours: 'Toujours ouvert ; de préférence en journée',
    alt: 'Des flamants et un cygne à cou noir sur l’étang, devant les gratte-ciel.',
  },
  'cajon-del-maipo': {
    name: 'Cajón del Maipo',
    description:
      'La vallée où le Maipo descend des Andes commence à une heure du centre. Pain de campagne au bord de la route, petits villages et, beaucoup plus haut, l’eau turquoise du lac de barrage El Yeso. En hiver, la neige peut couper la route.',
    hours: 'Vallée : toujours. Routes d’altitude et parcs : horaires variables',
    alt: 'L’eau turquoise du lac El Yeso entre montagnes rousses et sommets enneigés.',
  },
  'quinta-normal': {
    name: 'Parc Quinta Normal',
    description:
      'Un parc du XIXe siècle, avec de vieux arbres venus du monde entier et un étang où l’on fait de la barque. On y trouve le musée national d’histoire naturelle, avec son grand squelette de baleine, et un musée de locomotives à vapeur.',
    hours: 'Mar.–dim., 8 h – 19 h 30 ; lun., horaires variables',
    alt: 'Des barques sur l’étang, devant le musée à colonnes blanches, parmi de grands arbres.',
  },
  'costanera-center': {
    name: 'Costanera Center',
    description:
      'Six étages de boutiques, un supermarché et des restaurants au pied de la Gran Torre, la plus haute d’Amérique du Sud avec ses 300 mètres. Avec un billet à part, on monte au Sky Costanera : par temps clair, toute la cordillère apparaît.',
    hours: 'Tous les jours, 10 h – 20 h 30 ; fermé certains jours fériés',
    alt: 'La Gran Torre de verre au-dessus du centre commercial, les Andes derrière.',
  },
  'pueblito-los-dominicos': {
    name: 'Pueblito Los Dominicos',
    description:
      'Plus de 150 ateliers dans des maisons d’adobe et des ruelles de village, à côté d’une église aux coupoles de cuivre. On voit travailler les artisans : lapis-lazuli, terre cuite, tissage, argent mapuche. Terminus de la ligne 1 du métro.',
    hours: 'Mar.–dim., 10 h 30 – 19 h',
    alt: 'Des maisons d’adobe à tuiles et, au fond, l’église aux coupoles vertes.',
  },
  'barrio-lastarria': {
    name: 'Barrio Lastarria',
    description:
      'Quelques rues et beaucoup à voir : librairies, design chilien, terrasses de café et un musée d’arts visuels, le tout autour de la rue Lastarria. Le week-end, il y a souvent un marché de livres et d’antiquités sur le trottoir.',
    hours: 'Rues : toujours. Boutiques et cafés : horaires variables',
    alt: 'L’église rouge de la Veracruz près d’un café à parasols, dans une rue pavée.',
  },
  'mercado-central': {
    name: 'Mercado Central',
    description:
      'Sous une charpente de fer fabriquée en Grande-Bretagne et inaugurée en 1872, on vend poissons et fruits de mer dès le matin. À midi, les petites cuisines des allées servent le caldillo de congrio, souvent moins cher que les grandes tables du milieu.',
    hours: 'Tous les jours, 7 h 30 – 17 h ; ven., plus tard',
    alt: 'La charpente de fer du marché au-dessus d’étals couverts de poisson.',
  },
  'la-sebastiana': {
    name: 'La Sebastiana',
    description:
      'La maison de Pablo Neruda à Valparaíso : cinq étages étroits, des fenêtres de bateau et un cheval de manège parmi les meubles. Le poète l’inaugura en 1961 et y regardait le feu d’artifice du Nouvel An. La visite se fait avec un audioguide.',
    hours: 'Mar.–dim., 10 h – 18 h ; jusqu’à 19 h en été',
    alt: 'La haute maison colorée de Neruda, avec la baie de Valparaíso derrière.',
  },
  ascensores: {
    name: 'Funiculaires historiques (ascensores)',
    description:
      'Des cabines sur rails gravissent les collines depuis 1883. Sur une trentaine, peu circulent encore ; Concepción, El Peral et Reina Victoria mènent près des belvédères. Le trajet dure à peine une minute ; ayez des espèces, les étrangers paient parfois plus.',
    hours: 'Tous les jours, env. 7 h – 21 h 30',
    alt: 'Deux cabines jaunes sur leurs rails, entre des maisons colorées et la mer.',
  },
  'plaza-sotomayor': {
    name: 'Plaza Sotomayor',
    description:
      'L’entrée de la ville pour qui arrive par la mer. Le bâtiment bleu pâle de la Marine la domine ; au milieu, le monument aux Héros d’Iquique garde les restes d’Arturo Prat et de ses marins de 1879. Le Muelle Prat est juste en face.',
    hours: 'Toujours ouvert',
    alt: 'Le monument aux Héros d’Iquique devant le bâtiment bleu pâle de la Marine.',
  },
  'museo-maritimo': {
    name: 'Musée maritime national',
    description:
      'Dans l’ancienne École navale, sur le Cerro Artillería : maquettes de navires, histoire d’Arturo Prat et l’une des capsules construites pour secourir les 33 mineurs en 2010. Dehors, la promenade 21 de Mayo domine tout le port.',
    hours: 'Mar.–dim., 10 h – 18 h ; lun., horaires variables',
    alt: 'Le long bâtiment blanc du musée, un canon et une ancre, au-dessus du port.',
  },
  'playa-torpederas': {
    name: 'Plage Las Torpederas',
    description:
      'Une petite plage abritée, au pied de la colline de Playa Ancha ; la seule de Valparaíso où la baignade est autorisée. En été : maîtres-nageurs, parasols et empanadas aux fruits de mer. L’eau est froide toute l’année, c’est le Pacifique chilien.',
    hours: 'Toujours ouvert',
    alt: 'Une crique de sable avec des parasols et des pélicans sur les rochers.',
  },
  'laguna-verde': {
    name: 'Laguna Verde',
    description:
      'Une large baie entre les falaises, à une quinzaine de kilomètres au sud du port : sable clair, pins, maisons simples et peu de monde hors saison. La route qui y descend est déjà un belvédère. La mer est forte : on y marche, on n’y nage pas.',
    hours: 'Toujours ouvert ; de préférence en journée',
    alt: 'Une large plage avec une lagune, des pins, des falaises et un phare.',
  },
  'reserva-penuelas': {
    name: 'Réserve nationale Lago Peñuelas',
    description:
      'Forêt et zone humide au bord de la Route 68, dans une réserve de biosphère de l’Unesco. Le lac est un réservoir de 1900 qui grandit ou se retire selon les pluies ; quand il a de l’eau, les cygnes reviennent. Plus de cent espèces d’oiseaux.',
    hours: 'Horaires variables ; à vérifier avant d’y aller',
    alt: 'Des cygnes sur un lac calme, avec des palmiers du Chili et des collines au loin.',
  },
  'muelle-prat': {
    name: 'Muelle Prat',
    description:
      'Des vedettes colorées font le tour de la baie en un peu plus d’une demi-heure : otaries, navires de guerre, porte-conteneurs et toute la ville vue de l’eau. Sur le quai, artisanat et souvenirs. Demandez le prix avant d’embarquer.',
    hours: 'Tous les jours ; horaires variables selon la mer',
    alt: 'Des vedettes colorées à quai, avec une grue du port au coucher du soleil.',
  },
  'cerro-concepcion': {
    name: 'Cerro Concepción',
    description:
      'Ruelles pavées, maisons de tôle peinte, galeries, cafés et boutiques de créateurs. Les promenades Gervasoni et Atkinson donnent sur la baie. On y monte par le funiculaire Concepción de 1883, le plus ancien de la ville. Les trottoirs sont raides.',
    hours: 'Rues : toujours. Boutiques et cafés : horaires variables',
    alt: 'Des maisons colorées et un clocher sur une promenade face à la baie.',
  },
  'mercado-cardonal': {
    name: 'Mercado Cardonal',
    description:
      'Le marché aux fruits et légumes de la ville, dans un bâtiment à charpente métallique de 1912. En bas, avocats, fromages et poisson ; en haut, des cantines avec merlu frit et paila marina à bon prix. Venez léger, sac bien fermé.',
    hours: 'Tous les jours ; horaires variables, mieux le matin',
    alt: 'Le bâtiment jaune du marché, avec des cageots de fruits et des auvents.',
  },
  'feria-antiguedades': {
    name: 'Marché aux antiquités',
    description:
      'Environ 80 stands d’antiquaires et de bouquinistes sur la Plaza O’Higgins : vinyles, monnaies, horloges, argenterie et livres d’occasion. La foire La Merced existe depuis 1978. On bavarde, on marchande sans hâte, et regarder ne coûte rien.',
    hours: 'Sam., dim. et jours fériés ; horaires variables',
    alt: 'Un gramophone, une horloge et un vieil appareil photo sur un stand de la foire.',
  },
  'castillo-wulff': {
    name: 'Château Wulff',
    description:
      'Gustavo Wulff, négociant d’origine allemande, le bâtit en 1906 sur les rochers, au bord de la mer, puis y ajouta une tour reliée par un pont. Il attend une restauration : prévoyez de le voir de l’extérieur, avec les vagues juste en dessous.',
    hours: 'Extérieur : toujours. Intérieur : horaires variables',
    alt: 'Le château de pierre et son pont sur les rochers, avec les vagues en contrebas.',
  },
  'reloj-de-flores': {
    name: 'Horloge fleurie (Reloj de Flores)',
    description:
      'Plantée pour la Coupe du monde de football de 1962, avec un premier mécanisme venu de Suisse. Le cadran est fait de fleurs vivantes, renouvelées au fil de l’année. Elle fait face à la plage Caleta Abarca ; dix minutes suffisent pour la photo.',
    hours: 'Toujours ouvert',
    alt: 'Une grande horloge de fleurs sur une pente verte, avec la mer au fond.',
  },
  'museo-fonck': {
    name: 'Musée Fonck',
    description:
      'Dehors, un vrai moaï vous accueille, apporté de Rapa Nui (l’île de Pâques) au milieu du XXe siècle. Dedans, une grande collection de l’île, des pièces mapuches et diaguitas et, à l’étage, des animaux et insectes du Chili. Une heure suffit.',
    hours: 'Mar.–sam., 10 h – 18 h ; dim. et lun., 10 h – 14 h',
    alt: 'Un moaï de pierre dans le jardin, devant la demeure du musée.',
  },
  'palacio-rioja': {
    name: 'Palais Rioja',
    description:
      'La famille Rioja s’installa à Viña après le séisme de 1906, et sa maison est restée telle quelle : salon Empire, table pour 24 convives, piano à queue et meubles venus d’Europe par bateau. Le jardin offre ses palmiers et de l’ombre.',
    hours: 'Mar.–dim., 10 h – 13 h 30 et 15 h – 17 h 30',
    alt: 'Le palais clair, ses colonnes et son escalier, entouré de palmiers.',
  },
  'quinta-vergara': {
    name: 'Parc Quinta Vergara',
    description:
      'Un parc aux arbres venus d’Asie, d’Australie et de Californie, et un palais d’allure vénitienne devenu musée des beaux-arts. Chaque année en février, son amphithéâtre accueille le festival de la chanson, que tout le Chili suit à la télévision.',
    hours: 'Parc : tous les jours, en journée. Musée : horaires variables',
    alt: 'Le palais blanc aux arcs vénitiens parmi les grands arbres du parc.',
  },
  'jardin-botanico': {
    name: 'Jardin botanique national',
    description:
      'Des plantes du Chili rarement réunies : forêt native, palmier du Chili, espèces de l’archipel Juan Fernández et toromiro de Rapa Nui. L’incendie de 2024 a presque tout brûlé et le jardin repousse ; chaque entrée aide à replanter.',
    hours: 'Horaires variables ; en général, 10 h – 18 h',
    alt: 'Des palmiers du Chili, un pont et des cygnes sur l’étang du jardin.',
  },
  'dunas-concon': {
    name: 'Dunes de Concón',
    description:
      'De très vieilles dunes, perchées sur une falaise au-dessus de la mer. On monte sans se presser, on descend en sandboard et beaucoup restent au coucher du soleil, Valparaíso au loin. C’est un sanctuaire naturel : attention aux plantes.',
    hours: 'Toujours ouvert ; de préférence en journée',
    alt: 'Quelqu’un descend en planche une grande dune dorée au bord de la mer.',
  },
  'playa-renaca': {
    name: 'Plage de Reñaca',
    description:
      'Une large plage face à des immeubles en gradins accrochés à la colline. Les vagues plaisent aux surfeurs, mais la baignade n’y est pas autorisée. Au couchant, le front de mer s’anime ; plus au nord, des rochers couverts d’otaries.',
    hours: 'Toujours ouvert',
    alt: 'Des parasols sur la plage et des immeubles blancs en gradins sur la pente.',
  },
  'mall-marina': {
    name: 'Mall Marina',
    description:
      'Le grand centre commercial de Viña : enseignes chiliennes, marques internationales, supermarché, cinéma et restauration rapide. Pratique pour une veste si la côte est plus fraîche que prévu, ou pour un dernier cadeau avant le départ.',
    hours: 'Tous les jours, 10 h – 20 h 30 ; fermé certains jours fériés',
    alt: 'La façade de verre courbe du centre commercial, éclairée la nuit.',
  },
  'calle-valparaiso': {
    name: 'Calle Valparaíso',
    description:
      'La rue commerçante de toujours : chaussures, livres, galeries couvertes et cafés, à deux pas de la Plaza Vergara. C’est ici que les gens de Viña font leurs achats, à des prix de ville et non de station balnéaire. Très animée en semaine, l’après-midi.',
    hours: 'Lun.–sam., à partir de 10 h ; dim., horaires variables',
    alt: 'Une calèche passe dans une rue bordée d’arcades, de boutiques et de palmiers.',
  },
  'caleta-portales': {
    name: 'Caleta Portales',
    description:
      'Un petit port de pêche entre Viña et Valparaíso : étals de la pêche du jour, restaurants près de la plage et une jetée où pélicans et otaries attendent les restes. Venez tôt pour le poisson, ou à midi pour un caldillo, soupe de poisson.',
    hours: 'Tous les jours ; horaires variables, mieux le matin',
    alt: 'Un pélican, des barques de pêche et des otaries près de la jetée.',
  },
};
