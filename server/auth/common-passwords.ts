/**
 * The words that the commonest passwords consist of, worldwide, in Chile and in this trade, as `password-policy.ts`
 * compares them: lower case, without accents, spaces and punctuation. A password that is one of them, alone or with
 * digits before or after (“santiago2026”), is among the first that an attacker tries.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  123123123 1234567890 123456789 12345678 1234567891 123454321 123321123 147258369 159753456 159357456 741852963
  789456123 963852741 987654321 9876543210 87654321 11223344 112233445566 123abc abc abcd abcde abcdef abcdefg
  abcdefgh abcdefghij abcabc a1b2c3d4 a1s2d3f4 q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1q2w3e zaq1xsw2
  qazwsx qazwsxedc qwerty qwertyui qwertyuiop qwert qwertz qwertzuiop azerty azertyuiop asdf asdfgh asdfghjk
  asdfghjkl asdfasdf zxcvbn zxcvbnm zxcv qweasd qweasdzxc qweqwe asdasd poiuytrewq mnbvcxz
  password passwort passw0rd pssw0rd p4ssw0rd password123password pass passpass passw contrasena clave claveclave
  miclave micontrasena motdepasse senha minhasenha secret secreto secreta letmein dejameentrar trustno iloveyou
  teamo teamomucho tequiero tequieromucho amor amormio miamor mivida micielo corazon princesa princess hermosa
  preciosa bonita bebe chiquita chiquitita mariposa estrella estrellita angel angelito jesus jesucristo dios
  diosesamor diosmio familia mifamilia mama papa mamita papito hermano hermanos amigos amistad mejoresamigos
  sunshine shadow master monkey dragon superman batman spiderman pokemon naruto starwars football futbol baseball
  basketball soccer hello holahola hola bienvenido bienvenidos welcome willkommen bienvenue whatever freedom
  computer internet samsung google facebook instagram whatsapp android windows chocolate gatito perrito mascota
  charlie michael jennifer jessica ashley daniel daniela andrea andres alejandro alejandra carlos carolina camila
  catalina claudia constanza cristian cristobal diego eduardo esteban felipe fernanda fernando francisca francisco
  gabriel gabriela gonzalo ignacio javier javiera jorge josefina juan juancarlos juanpablo karina lorena luis
  macarena manuel marcela marcelo maria mariajose martin matias miguel monica nicolas pablo pamela patricia patricio
  paulina pedro ricardo roberto rodrigo sebastian sergio sofia tamara tomas valentina vanessa vicente victor ximena
  admin administrator administrador administradora root superuser usuario user username guest invitado test testtest
  testing prueba pruebas demo changeme cambiame default temporal temp login access acceso sistema soporte
  taxi taxis taxista taxichile taxisantiago taxitaxi mitaxi transfer transfers traslado traslados conductor
  conductora chofer choferes driver drivers pasajero pasajeros passenger aeropuerto airport vuelo vuelos viaje viajes
  turismo turista tours radiotaxi uber cabify didi toyota nissan hyundai chevrolet suzuki peugeot
  chile chilena chileno vivachile chilechile chilito santiago santiagodechile valparaiso vina vinadelmar concepcion
  antofagasta iquique arica temuco valdivia osorno puertomontt puntaarenas laserena coquimbo rancagua talca chillan
  copiapo calama losandes providencia lascondes vitacura nunoa maipu laflorida pudahuel
  patagonia atacama aconcagua andes cordillera pacifico colocolo losalbos universidaddechile ulosazules
  ladeabajo catolica universidadcatolica everton wanderers cobreloa laroja seleccion alexis alexissanchez vidal
  barcelona realmadrid argentina bolivia brasil colombia espana mexico peru venezuela
  verano otono invierno primavera summer winter enero febrero marzo abril mayo junio julio agosto septiembre octubre
  noviembre diciembre lunes martes miercoles jueves viernes sabado domingo navidad
  `
    .trim()
    .split(/\s+/),
);
