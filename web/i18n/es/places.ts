import type { PlaceId } from '../../content/places.ts';

export interface PlaceWords {
  name: string;
  description: string;
  hours: string;
  /** Describes the illustration for a screen reader. */
  alt: string;
}

export type PlacesWords = Record<PlaceId, PlaceWords>;

export const places = {
  'plaza-de-armas': {
    name: 'Plaza de Armas',
    description:
      'Aquí trazó Pedro de Valdivia la ciudad en 1541, y aquí sigue su centro: la Catedral, el Correo Central y el Museo Histórico en los bordes, palmeras y ajedrecistas al medio. Se recorre en media hora y hay bancos a la sombra.',
    hours: 'Abierto siempre',
    alt: 'La Catedral de Santiago con sus dos torres, entre las palmeras de la plaza.',
  },
  'la-moneda': {
    name: 'Palacio de La Moneda',
    description:
      'Se levantó como casa de moneda colonial y hoy trabaja aquí la Presidencia. Fue bombardeado en 1973 y reconstruido. Afuera puedes caminar por sus dos plazas; bajo una de ellas, el Centro Cultural tiene exposiciones, café y artesanía.',
    hours: 'Plazas: siempre. Interior: visita guiada con reserva',
    alt: 'El palacio blanco de La Moneda con una gran bandera chilena delante.',
  },
  'cerro-santa-lucia': {
    name: 'Cerro Santa Lucía',
    description:
      'Un cerro de 69 metros en pleno centro, convertido en parque en 1872: escalinatas, terrazas, la fuente de Neptuno y un mirador arriba. La subida toma unos veinte minutos y el último tramo es de peldaños angostos; conviene llevar buen calzado.',
    hours: 'Todos los días, 9:00 a 18:00; en verano, hasta más tarde',
    alt: 'Escalinatas curvas y una fuente amarilla suben hacia un castillo de ladrillo en el cerro.',
  },
  'museo-precolombino': {
    name: 'Museo Chileno de Arte Precolombino',
    description:
      'Cerámica, tejidos y metales de los pueblos de América, desde México hasta la Patagonia, en la antigua Aduana Real, de comienzos del siglo XIX. En el subsuelo están los chemamüll, altas figuras mapuches de madera. Calcula una hora y media.',
    hours: 'Martes a domingo, 10:00 a 18:00',
    alt: 'Tres figuras mapuches de madera frente a la fachada neoclásica del museo.',
  },
  'cerro-san-cristobal': {
    name: 'Cerro San Cristóbal',
    description:
      'El gran parque de Santiago sube hasta la Virgen, con la ciudad a un lado y los Andes al otro. Se llega en el funicular de 1925 o en teleférico. Arriba la costumbre es pedir un mote con huesillo: trigo y durazno en jugo frío.',
    hours: 'Funicular: martes a domingo, 10:00 a 18:45; lunes, horario variable',
    alt: 'La Virgen blanca en la cumbre, el funicular que sube y los Andes nevados detrás.',
  },
  'parque-bicentenario': {
    name: 'Parque Bicentenario',
    description:
      'Unas treinta hectáreas de pasto junto al río Mapocho, en Vitacura. Hay lagunas con cisnes de cuello negro, sombra para tenderse y la Gran Torre al fondo. Buen lugar para estirar las piernas antes o después de un vuelo largo.',
    hours: 'Abierto siempre; mejor de día',
    alt: 'Flamencos y un cisne de cuello negro en la laguna, con los rascacielos detrás.',
  },
  'cajon-del-maipo': {
    name: 'Cajón del Maipo',
    description:
      'El valle por donde el río Maipo baja de los Andes empieza a una hora del centro. Pan amasado en el camino, pueblos pequeños y, mucho más arriba, el agua turquesa del embalse El Yeso. En invierno la nieve puede cortar la ruta.',
    hours: 'Valle: siempre. Caminos altos y parques: horario variable',
    alt: 'El agua turquesa del embalse El Yeso entre montañas rojizas y cumbres nevadas.',
  },
  'quinta-normal': {
    name: 'Parque Quinta Normal',
    description:
      'Parque del siglo XIX con árboles viejos de medio mundo y una laguna con botes. Entre los árboles están el Museo Nacional de Historia Natural, con su gran esqueleto de ballena, y un museo ferroviario con locomotoras a vapor.',
    hours: 'Martes a domingo, 8:00 a 19:30; lunes, horario variable',
    alt: 'Botes en la laguna frente al museo de columnas blancas, entre árboles grandes.',
  },
  'costanera-center': {
    name: 'Costanera Center',
    description:
      'Seis pisos de tiendas, supermercado y restaurantes a los pies de la Gran Torre, la más alta de Sudamérica con sus 300 metros. Con entrada aparte se sube al mirador Sky Costanera: en un día claro se ve la cordillera completa.',
    hours: 'Todos los días, 10:00 a 20:30; cierra algunos feriados',
    alt: 'La Gran Torre de vidrio sobre el centro comercial, con los Andes detrás.',
  },
  'pueblito-los-dominicos': {
    name: 'Pueblito Los Dominicos',
    description:
      'Más de 150 talleres en casas de adobe y callecitas de pueblo, al lado de una iglesia con cúpulas de cobre. Se ve trabajar a los artesanos: lapislázuli, greda, tejidos, platería mapuche. La línea 1 del metro termina en la misma plaza.',
    hours: 'Martes a domingo, 10:30 a 19:00',
    alt: 'Casas de adobe con tejas a los lados y, al fondo, la iglesia de cúpulas verdes.',
  },
  'barrio-lastarria': {
    name: 'Barrio Lastarria',
    description:
      'Pocas cuadras y mucho que mirar: librerías, diseño chileno, cafés con terraza y un museo de artes visuales, todo en torno a la calle Lastarria. Los fines de semana suele haber feria de libros y antigüedades en la vereda.',
    hours: 'Calles: siempre. Tiendas y cafés: horario variable',
    alt: 'La iglesia roja de la Veracruz junto a un café con quitasoles en una calle de adoquines.',
  },
  'mercado-central': {
    name: 'Mercado Central',
    description:
      'Bajo un techo de hierro hecho en Gran Bretaña e inaugurado en 1872 se venden pescados y mariscos desde temprano. Al almuerzo, las cocinerías de los pasillos sirven caldillo de congrio y suelen salir más baratas que los locales del centro.',
    hours: 'Todos los días, 7:30 a 17:00; viernes, hasta más tarde',
    alt: 'El techo de hierro del mercado sobre mesones llenos de pescado.',
  },
  'la-sebastiana': {
    name: 'La Sebastiana',
    description:
      'La casa de Pablo Neruda en Valparaíso: cinco pisos angostos, ventanas como de barco y un caballo de carrusel entre los muebles. El poeta la estrenó en 1961 y desde aquí miraba los fuegos de Año Nuevo. Se visita con audioguía.',
    hours: 'Martes a domingo, 10:00 a 18:00; en verano, hasta las 19:00',
    alt: 'La casa alta y colorida de Neruda, con la bahía de Valparaíso detrás.',
  },
  ascensores: {
    name: 'Ascensores históricos',
    description:
      'Cabinas que suben los cerros sobre rieles desde 1883. De unos treinta quedan pocos en marcha; Concepción, El Peral y Reina Victoria dejan cerca de los miradores. El viaje dura apenas un minuto; lleva efectivo, porque a los extranjeros se les puede cobrar más.',
    hours: 'Todos los días, 7:00 a 21:30 aprox.',
    alt: 'Dos cabinas amarillas de ascensor en sus rieles, entre casas de colores y el mar.',
  },
  'plaza-sotomayor': {
    name: 'Plaza Sotomayor',
    description:
      'La entrada a la ciudad para quien llega por mar. La preside el edificio celeste de la Armada; al medio, el monumento a los Héroes de Iquique guarda los restos de Arturo Prat y de sus marinos de 1879. El muelle Prat queda enfrente.',
    hours: 'Abierto siempre',
    alt: 'El monumento a los Héroes de Iquique delante del edificio celeste de la Armada.',
  },
  'museo-maritimo': {
    name: 'Museo Marítimo Nacional',
    description:
      'En la antigua Escuela Naval, sobre el cerro Artillería: modelos de barcos, la historia de Arturo Prat y una de las cápsulas hechas para rescatar a los 33 mineros en 2010. Afuera, el paseo 21 de Mayo mira a todo el puerto.',
    hours: 'Martes a domingo, 10:00 a 18:00; lunes, horario variable',
    alt: 'El largo edificio blanco del museo con un cañón y un ancla, sobre el puerto.',
  },
  'playa-torpederas': {
    name: 'Playa Las Torpederas',
    description:
      'Playa chica y resguardada, a los pies del cerro Playa Ancha; es la única de Valparaíso habilitada para bañarse. En verano hay salvavidas, quitasoles y empanadas de mariscos. El agua es fría todo el año: así es el Pacífico chileno.',
    hours: 'Abierto siempre',
    alt: 'Una caleta de arena con quitasoles y pelícanos sobre las rocas.',
  },
  'laguna-verde': {
    name: 'Laguna Verde',
    description:
      'Una bahía ancha entre acantilados, unos 15 kilómetros al sur del puerto: arena clara, pinos, casas sencillas y poca gente fuera del verano. El camino de bajada ya es un mirador. El mar es fuerte; se viene a caminar, no a nadar.',
    hours: 'Abierto siempre; mejor de día',
    alt: 'Una playa ancha con una laguna, pinos, acantilados y un faro.',
  },
  'reserva-penuelas': {
    name: 'Reserva Nacional Lago Peñuelas',
    description:
      'Bosque y humedal junto a la Ruta 68, reserva de la biosfera de la Unesco. El lago es un embalse de 1900 que hoy crece o se encoge según las lluvias; cuando hay agua vuelven los cisnes. Se han contado más de cien especies de aves.',
    hours: 'Horario variable; conviene consultar antes de ir',
    alt: 'Cisnes en un lago tranquilo, con palmas chilenas y cerros al fondo.',
  },
  'muelle-prat': {
    name: 'Muelle Prat',
    description:
      'Lanchas de colores recorren la bahía en poco más de media hora: lobos marinos, buques de guerra, contenedores y la ciudad entera vista desde el agua. En el muelle hay artesanía y recuerdos. Pregunta el precio antes de subir.',
    hours: 'Todos los días; horario variable según el mar',
    alt: 'Lanchas de colores en el muelle, con una grúa del puerto al atardecer.',
  },
  'cerro-concepcion': {
    name: 'Cerro Concepción',
    description:
      'Pasajes empedrados, casas de calamina pintada, galerías, cafés y tiendas de autor. Los paseos Gervasoni y Atkinson miran a la bahía. Se sube en el ascensor Concepción, el más antiguo de la ciudad, de 1883. Las veredas son empinadas.',
    hours: 'Calles: siempre. Tiendas y cafés: horario variable',
    alt: 'Casas de colores y la torre de una iglesia en un paseo frente a la bahía.',
  },
  'mercado-cardonal': {
    name: 'Mercado Cardonal',
    description:
      'El mercado de frutas y verduras de la ciudad, en un edificio de estructura metálica de 1912. Abajo, paltas, quesos y pescado; arriba, cocinerías con merluza frita y paila marina a buen precio. Mejor con poco equipaje y el bolso cerrado.',
    hours: 'Todos los días; horario variable, mejor por la mañana',
    alt: 'El edificio amarillo del mercado con cajones de fruta y toldos en la entrada.',
  },
  'feria-antiguedades': {
    name: 'Feria de antigüedades',
    description:
      'Unos ochenta puestos de anticuarios y libreros en la plaza O’Higgins: vinilos, monedas, relojes, platería y libros usados. La feria La Merced funciona desde 1978. Se conversa, se regatea con calma y mirar no cuesta nada.',
    hours: 'Sábados, domingos y festivos; horario variable',
    alt: 'Un gramófono, un reloj y una cámara antigua sobre la mesa de un puesto de la feria.',
  },
  'castillo-wulff': {
    name: 'Castillo Wulff',
    description:
      'Gustavo Wulff, comerciante de origen alemán, lo levantó en 1906 sobre las rocas, al borde del mar; más tarde sumó un torreón unido por un puente. Espera una restauración, así que lo seguro es verlo desde afuera, con las olas debajo.',
    hours: 'Exterior: siempre. Interior: horario variable',
    alt: 'El castillo de piedra y su puente sobre las rocas, con olas que rompen abajo.',
  },
  'reloj-de-flores': {
    name: 'Reloj de Flores',
    description:
      'Se plantó para el Mundial de fútbol de 1962 y su primera maquinaria vino de Suiza. La esfera es de flores vivas, que los jardineros renuevan durante el año. Está frente a la playa Caleta Abarca; para la foto bastan diez minutos.',
    hours: 'Abierto siempre',
    alt: 'Un gran reloj hecho de flores en una ladera verde, con el mar al fondo.',
  },
  'museo-fonck': {
    name: 'Museo Fonck',
    description:
      'Afuera te recibe un moái auténtico, traído de Rapa Nui a mediados del siglo XX. Adentro hay una gran colección de la isla, piezas mapuches y diaguitas y, en el segundo piso, animales e insectos de Chile. Basta una hora.',
    hours: 'Martes a sábado, 10:00 a 18:00; domingo y lunes, 10:00 a 14:00',
    alt: 'Un moái de piedra en el jardín, delante de la casona del museo.',
  },
  'palacio-rioja': {
    name: 'Palacio Rioja',
    description:
      'La familia Rioja se mudó a Viña tras el terremoto de 1906 y su casa se conserva como era: salón estilo Imperio, comedor para 24 personas, piano de cola y muebles llegados en barco desde Europa. El jardín tiene palmeras y sombra.',
    hours: 'Martes a domingo, 10:00 a 13:30 y 15:00 a 17:30',
    alt: 'El palacio claro con columnas y escalinata, rodeado de palmeras.',
  },
  'quinta-vergara': {
    name: 'Parque Quinta Vergara',
    description:
      'Parque con árboles traídos de Asia, Australia y California, y un palacio de aire veneciano que es museo de bellas artes. En su anfiteatro se hace cada febrero el Festival de la Canción, que todo Chile sigue por televisión.',
    hours: 'Parque: todos los días, de día. Museo: horario variable',
    alt: 'El palacio blanco de arcos venecianos entre los árboles altos del parque.',
  },
  'jardin-botanico': {
    name: 'Jardín Botánico Nacional',
    description:
      'Flora chilena que cuesta ver junta: bosque nativo, palma chilena, plantas de Juan Fernández y el toromiro de Rapa Nui. El incendio de 2024 quemó casi todo el terreno y el jardín está rebrotando; cada entrada ayuda a replantarlo.',
    hours: 'Horario variable; por lo general, 10:00 a 18:00',
    alt: 'Palmas chilenas, un puente y cisnes en la laguna del jardín.',
  },
  'dunas-concon': {
    name: 'Dunas de Concón',
    description:
      'Dunas muy antiguas, colgadas sobre un acantilado frente al mar. Se sube con calma, se baja en tabla de sandboard y muchos se quedan al atardecer, con Valparaíso a lo lejos. Es Santuario de la Naturaleza: cuida las plantas.',
    hours: 'Abierto siempre; mejor de día',
    alt: 'Una persona baja en tabla por una gran duna dorada, junto al mar.',
  },
  'playa-renaca': {
    name: 'Playa de Reñaca',
    description:
      'Arena ancha frente a edificios escalonados que trepan el cerro. Las olas son buenas para el surf, pero la playa no está habilitada para bañarse. Al atardecer la costanera se llena de gente; más al norte hay rocas con lobos marinos.',
    hours: 'Abierto siempre',
    alt: 'Quitasoles en la playa y edificios blancos escalonados sobre la ladera.',
  },
  'mall-marina': {
    name: 'Mall Marina',
    description:
      'El centro comercial grande de Viña: tiendas chilenas, marcas internacionales, supermercado, cine y patio de comidas. Sirve para comprar un abrigo si la costa salió más fría de lo previsto, o un último regalo antes del viaje.',
    hours: 'Todos los días, 10:00 a 20:30; cierra algunos feriados',
    alt: 'La fachada de vidrio curvo del centro comercial, iluminada de noche.',
  },
  'calle-valparaiso': {
    name: 'Calle Valparaíso',
    description:
      'La calle comercial de siempre: zapaterías, librerías, galerías techadas y cafés, a pasos de la plaza Vergara. Aquí compra la gente de Viña, con precios de ciudad y no de balneario. Lo más animado es un día de semana por la tarde.',
    hours: 'Lunes a sábado, desde las 10:00; domingo, horario variable',
    alt: 'Un coche de caballos pasa por una calle con arcadas, tiendas y palmeras.',
  },
  'caleta-portales': {
    name: 'Caleta Portales',
    description:
      'Caleta de pescadores entre Viña y Valparaíso: puestos con la pesca del día, restaurantes junto a la playa y un muelle donde pelícanos y lobos marinos esperan las sobras. Temprano, por el pescado; al almuerzo, por un caldillo.',
    hours: 'Todos los días; horario variable, mejor por la mañana',
    alt: 'Un pelícano, botes de pesca y lobos marinos junto al muelle de la caleta.',
  },
} satisfies PlacesWords;
