import type { PlacesWords } from '../es/places.ts';

export const places: PlacesWords = {
  'plaza-de-armas': {
    name: 'Plaza de Armas',
    description:
      'Pedro de Valdivia laid out the city from this square in 1541, and it is still the centre: the cathedral, the old post office and the history museum around the edge, palms and chess players in the middle. Half an hour is enough, with benches in the shade.',
    hours: 'Always open',
    alt: 'Santiago Cathedral with its two towers, between the palm trees of the square.',
  },
  'la-moneda': {
    name: 'La Moneda Palace',
    description:
      'Built as the colonial mint, now the President’s workplace. It was bombed in 1973 and rebuilt. You can walk through the squares on both sides; under one of them, the cultural centre has exhibitions, a café and good crafts.',
    hours: 'Squares: always. Inside: guided tour, booking required',
    alt: 'The white palace of La Moneda with a large Chilean flag in front.',
  },
  'cerro-santa-lucia': {
    name: 'Cerro Santa Lucía',
    description:
      'A 69-metre hill right in the centre, turned into a park in 1872: stairways, terraces, the Neptune fountain and a lookout on top. The climb takes about twenty minutes and the last steps are narrow, so wear decent shoes.',
    hours: 'Daily, 9 am – 6 pm; later in summer',
    alt: 'Curved stairways and a yellow fountain lead up to a brick castle on the hill.',
  },
  'museo-precolombino': {
    name: 'Chilean Museum of Pre-Columbian Art',
    description:
      'Pottery, textiles and metalwork by the peoples of the Americas, from Mexico to Patagonia, in the former Royal Customs House of the early 1800s. Downstairs stand the chemamüll, tall Mapuche figures of wood. Allow an hour and a half.',
    hours: 'Tue–Sun, 10 am – 6 pm',
    alt: 'Three wooden Mapuche figures in front of the museum’s neoclassical façade.',
  },
  'cerro-san-cristobal': {
    name: 'Cerro San Cristóbal',
    description:
      'Santiago’s great park climbs to the statue of the Virgin, with the city on one side and the Andes on the other. Go up by the 1925 funicular or the cable car. At the top, order a mote con huesillo: husked wheat and peach in cold juice.',
    hours: 'Funicular: Tue–Sun, 10 am – 6:45 pm; Mon, hours vary',
    alt: 'The white Virgin on the summit, the funicular climbing and the snowy Andes behind.',
  },
  'parque-bicentenario': {
    name: 'Parque Bicentenario',
    description:
      'Some thirty hectares of lawn along the Mapocho river, in Vitacura. There are ponds with black-necked swans, shade to lie down in and the Gran Torre in the background. A good place to stretch your legs before or after a long flight.',
    hours: 'Always open; best by day',
    alt: 'Flamingos and a black-necked swan on the pond, with skyscrapers behind.',
  },
  'cajon-del-maipo': {
    name: 'Cajón del Maipo',
    description:
      'The valley where the Maipo river comes down from the Andes starts an hour from the centre. Fresh country bread by the road, small villages and, much higher up, the turquoise water of the El Yeso reservoir. Snow can close the road in winter.',
    hours: 'Valley: always. High roads and parks: hours vary',
    alt: 'The turquoise El Yeso reservoir between reddish mountains and snowy peaks.',
  },
  'quinta-normal': {
    name: 'Quinta Normal Park',
    description:
      'A 19th-century park with old trees from half the world and a pond with boats. Among the trees are the National Museum of Natural History, with its great whale skeleton, and a railway museum with steam locomotives.',
    hours: 'Tue–Sun, 8 am – 7:30 pm; Mon, hours vary',
    alt: 'Boats on the pond in front of the white-columned museum, among large trees.',
  },
  'costanera-center': {
    name: 'Costanera Center',
    description:
      'Six floors of shops, a supermarket and restaurants at the foot of the Gran Torre, at 300 metres the tallest building in South America. With a separate ticket you can go up to Sky Costanera: on a clear day you see the whole range of the Andes.',
    hours: 'Daily, 10 am – 8:30 pm; closed on some holidays',
    alt: 'The glass Gran Torre above the shopping centre, with the Andes behind.',
  },
  'pueblito-los-dominicos': {
    name: 'Pueblito Los Dominicos',
    description:
      'More than 150 workshops in adobe houses and village lanes, next to a church with copper domes. You can watch the makers at work: lapis lazuli, clay, weaving, Mapuche silver. Metro line 1 ends right at the square.',
    hours: 'Tue–Sun, 10:30 am – 7 pm',
    alt: 'Tiled adobe houses on both sides and, at the end, the church with green domes.',
  },
  'barrio-lastarria': {
    name: 'Barrio Lastarria',
    description:
      'A few blocks with plenty to look at: bookshops, Chilean design, pavement cafés and a museum of visual arts, all around Lastarria street. At weekends there is usually a street fair with books and antiques.',
    hours: 'Streets: always. Shops and cafés: hours vary',
    alt: 'The red Veracruz church beside a café with parasols on a cobbled street.',
  },
  'mercado-central': {
    name: 'Mercado Central',
    description:
      'Fish and shellfish are sold from early morning under an iron roof made in Britain and opened in 1872. At lunch, the small kitchens in the aisles serve caldillo de congrio, a conger stew, usually for less than the big places in the middle.',
    hours: 'Daily, 7:30 am – 5 pm; Fri, later',
    alt: 'The iron roof of the market above counters full of fish.',
  },
  'la-sebastiana': {
    name: 'La Sebastiana',
    description:
      'Pablo Neruda’s house in Valparaíso: five narrow floors, windows like a ship’s and a carousel horse among the furniture. The poet opened it with a party in 1961 and watched the New Year fireworks from here. Visits are with an audio guide.',
    hours: 'Tue–Sun, 10 am – 6 pm; until 7 pm in summer',
    alt: 'Neruda’s tall, colourful house with the bay of Valparaíso behind.',
  },
  ascensores: {
    name: 'Historic funiculars (ascensores)',
    description:
      'Cabins on rails that have climbed the hills since 1883. Of some thirty, only a few still run; Concepción, El Peral and Reina Victoria leave you near the lookouts. The ride lasts barely a minute; bring cash, as foreign visitors may be charged more.',
    hours: 'Daily, about 7 am – 9:30 pm',
    alt: 'Two yellow funicular cabins on their rails, between colourful houses and the sea.',
  },
  'plaza-sotomayor': {
    name: 'Plaza Sotomayor',
    description:
      'The city’s front door for anyone arriving by sea. The pale blue Navy building stands at one end; in the middle, the Heroes of Iquique monument holds the remains of Arturo Prat and his sailors of 1879. Muelle Prat is just across.',
    hours: 'Always open',
    alt: 'The Heroes of Iquique monument in front of the pale blue Navy building.',
  },
  'museo-maritimo': {
    name: 'National Maritime Museum',
    description:
      'In the old Naval School on Cerro Artillería: model ships, the story of Arturo Prat and one of the capsules built to rescue the 33 miners in 2010. Outside, the Paseo 21 de Mayo looks over the whole port.',
    hours: 'Tue–Sun, 10 am – 6 pm; Mon, hours vary',
    alt: 'The long white museum building with a cannon and an anchor, above the port.',
  },
  'playa-torpederas': {
    name: 'Las Torpederas Beach',
    description:
      'A small, sheltered beach below the Playa Ancha hill, and the only one in Valparaíso cleared for swimming. In summer there are lifeguards, parasols and seafood empanadas. The water is cold all year: this is the Chilean Pacific.',
    hours: 'Always open',
    alt: 'A sandy cove with parasols, and pelicans on the rocks.',
  },
  'laguna-verde': {
    name: 'Laguna Verde',
    description:
      'A wide bay between cliffs, about 15 kilometres south of the port: pale sand, pines, simple houses and few people outside summer. The road down is a lookout in itself. The sea is rough, so come to walk rather than to swim.',
    hours: 'Always open; best by day',
    alt: 'A wide beach with a lagoon, pines, cliffs and a lighthouse.',
  },
  'reserva-penuelas': {
    name: 'Lago Peñuelas National Reserve',
    description:
      'Woods and wetland beside Route 68, part of a UNESCO biosphere reserve. The lake is a reservoir from 1900 that now grows or shrinks with the rains; when there is water, the swans return. Over a hundred species of birds have been counted.',
    hours: 'Hours vary; check before you go',
    alt: 'Swans on a calm lake, with Chilean palms and hills in the distance.',
  },
  'muelle-prat': {
    name: 'Muelle Prat',
    description:
      'Colourful launches tour the bay in a little over half an hour: sea lions, warships, container ships and the whole city seen from the water. On the pier there are crafts and souvenirs. Ask the price before you board.',
    hours: 'Daily; hours vary with the sea',
    alt: 'Colourful launches at the pier, with a port crane at sunset.',
  },
  'cerro-concepcion': {
    name: 'Cerro Concepción',
    description:
      'Cobbled alleys, painted corrugated-iron houses, galleries, cafés and designers’ shops. Paseo Gervasoni and Paseo Atkinson look over the bay. Go up by the Concepción funicular of 1883, the city’s oldest. The pavements are steep.',
    hours: 'Streets: always. Shops and cafés: hours vary',
    alt: 'Colourful houses and a church tower on a promenade facing the bay.',
  },
  'mercado-cardonal': {
    name: 'Mercado Cardonal',
    description:
      'The city’s fruit and vegetable market, in a metal-framed building of 1912. Downstairs: avocados, cheese and fish. Upstairs: plain kitchens with fried hake and paila marina, a seafood broth, at fair prices. Travel light and keep your bag closed.',
    hours: 'Daily; hours vary, best in the morning',
    alt: 'The yellow market building with crates of fruit and awnings at the entrance.',
  },
  'feria-antiguedades': {
    name: 'Antiques fair',
    description:
      'About eighty stalls of antique and book dealers on Plaza O’Higgins: vinyl, coins, clocks, silver and second-hand books. The La Merced fair has been running since 1978. People chat, bargain calmly, and looking costs nothing.',
    hours: 'Sat, Sun and holidays; hours vary',
    alt: 'A gramophone, a clock and an old camera on the table of a fair stall.',
  },
  'castillo-wulff': {
    name: 'Wulff Castle',
    description:
      'Gustavo Wulff, a merchant of German origin, built it in 1906 on the rocks at the edge of the sea, and later added a tower joined by a bridge. It is awaiting restoration, so count on seeing it from outside, with the waves underneath.',
    hours: 'Outside: always. Inside: hours vary',
    alt: 'The stone castle and its bridge on the rocks, with waves breaking below.',
  },
  'reloj-de-flores': {
    name: 'Flower Clock (Reloj de Flores)',
    description:
      'It was planted for the 1962 football World Cup, and its first mechanism came from Switzerland. The face is made of living flowers, which the gardeners renew through the year. It is opposite Caleta Abarca beach; ten minutes will do for the photo.',
    hours: 'Always open',
    alt: 'A large clock made of flowers on a green slope, with the sea behind.',
  },
  'museo-fonck': {
    name: 'Museo Fonck',
    description:
      'A real moai greets you outside, brought from Rapa Nui (Easter Island) in the mid-20th century. Inside there is a large collection from the island, Mapuche and Diaguita pieces and, upstairs, Chilean animals and insects. An hour is enough.',
    hours: 'Tue–Sat, 10 am – 6 pm; Sun and Mon, 10 am – 2 pm',
    alt: 'A stone moai in the garden, in front of the museum’s mansion.',
  },
  'palacio-rioja': {
    name: 'Rioja Palace',
    description:
      'The Rioja family moved to Viña after the 1906 earthquake, and their house is kept as it was: an Empire-style drawing room, a dining table for 24, a grand piano and furniture shipped from Europe. The garden has palms and shade.',
    hours: 'Tue–Sun, 10 am – 1:30 pm and 3 – 5:30 pm',
    alt: 'The pale palace with columns and a stairway, surrounded by palm trees.',
  },
  'quinta-vergara': {
    name: 'Quinta Vergara Park',
    description:
      'A park with trees brought from Asia, Australia and California, and a Venetian-looking palace that is now a fine arts museum. Every February its amphitheatre hosts the Viña song festival, which all of Chile follows on television.',
    hours: 'Park: daily, in daylight. Museum: hours vary',
    alt: 'The white palace with Venetian arches among the tall trees of the park.',
  },
  'jardin-botanico': {
    name: 'National Botanic Garden',
    description:
      'Chilean plants you rarely see together: native forest, Chilean palms, species from the Juan Fernández islands and the toromiro of Rapa Nui. The 2024 fire burned almost all of it, and the garden is growing back; every ticket helps to replant it.',
    hours: 'Hours vary; usually 10 am – 6 pm',
    alt: 'Chilean palms, a bridge and swans on the garden’s pond.',
  },
  'dunas-concon': {
    name: 'Concón Dunes',
    description:
      'Very old dunes perched on a cliff above the sea. You walk up slowly, ride down on a sandboard, and many stay for the sunset, with Valparaíso in the distance. It is a nature sanctuary, so please mind the plants.',
    hours: 'Always open; best by day',
    alt: 'Someone rides a board down a large golden dune beside the sea.',
  },
  'playa-renaca': {
    name: 'Reñaca Beach',
    description:
      'A wide beach facing stepped apartment blocks that climb the hillside. The waves are good for surfing, but the beach is not cleared for swimming. At sunset the seafront fills with people; further north there are rocks with sea lions.',
    hours: 'Always open',
    alt: 'Parasols on the beach and white stepped buildings on the hillside.',
  },
  'mall-marina': {
    name: 'Mall Marina',
    description:
      'Viña’s big shopping centre: Chilean shops, international brands, a supermarket, a cinema and a food court. Handy for a warm jacket if the coast is colder than you expected, or for a last present before you travel.',
    hours: 'Daily, 10 am – 8:30 pm; closed on some holidays',
    alt: 'The curved glass front of the shopping centre, lit up at night.',
  },
  'calle-valparaiso': {
    name: 'Calle Valparaíso',
    description:
      'The old main shopping street: shoe shops, bookshops, covered arcades and cafés, a few steps from Plaza Vergara. This is where the people of Viña shop, at city prices rather than resort prices. Weekday afternoons are the liveliest.',
    hours: 'Mon–Sat, from 10 am; Sun, hours vary',
    alt: 'A horse-drawn carriage passes along a street with arcades, shops and palm trees.',
  },
  'caleta-portales': {
    name: 'Caleta Portales',
    description:
      'A fishing cove between Viña and Valparaíso: stalls with the day’s catch, restaurants by the beach and a pier where pelicans and sea lions wait for scraps. Come early for the fish, or at lunchtime for a bowl of fish stew.',
    hours: 'Daily; hours vary, best in the morning',
    alt: 'A pelican, fishing boats and sea lions by the pier of the cove.',
  },
};
