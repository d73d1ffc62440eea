/**
 * The words that the commonest passwords consist of, worldwide, in Chile and in this trade: what people choose wherever
 * such lists were made (first and family names, loved ones, clubs, games, animals, keyboards, swear words), in the
 * languages of the app. Written for this product; not a copy of a list of stolen passwords. They are as
 * `password-policy.ts` compares them: lower case, without accents, spaces and punctuation. A password that is one of
 * them, alone, twice, with digits before or after (“santiago2026”) or for letters (“s4nt14g0”), is among the first that
 * an attacker tries.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  a123456 a12345678 a123456789 a1b2c3d a1s2d3f aa123456 aaa aaaa aaron abc abcabc abcd abcde abcdef abcdefg
  abcdefgh abcdefghij abigail abril acceso access aconcagua adam adgjmptw adidas admin administrador
  administradora administrator adrian adriana aeropuerto aeropuertos aeropuertoscl agosto aguilera agustin
  agustina aidan airborne airport aitana alan alarcon alaska alba albert alberto aldo alejandra alejandro
  alejo alex alexa alexander alexandra alexandre alexia alexis alexissanchez alfaromeo alfonso alfredo
  algarrobo alicia aliens alison allison alma alonso alpha alphabet alvarez alvaro amalia amanda amateur amber
  amelia america american amigos amistad amominhavida amor amorcito amores amoreterno amormio amorosa amparo
  amy ana anabel anaconda anahi anais analia analog anastasia ancud anderson andes andre andrea andreas andres
  andrew android andy angel angela angelica angelina angelito angelo angie angol anibal animal animals anime
  anita anna anne annie antares anthony antofagasta antonella antonia antonio apollo apple apples april
  aquarius araceli araucaria aravena araya arcangel archer argentina ariana arica ariel aries arizona
  armagedon armando army arnaldo arsenal arthur artist arturo arturomerino arturovidal asado asd asdasd asdf
  asdfasdf asdfgh asdfghjk asdfghjkl ashley assassin asshole asterix astros asuncion atacama athena atlanta
  atlantis atletico attila audaxitaliano audi aurora austin australia auto automovil autopista autos avalon
  avatar avery awesome axel aysen azerty azertyui azertyuiop azules baby babyboy babygirl babylon backup
  badass badboy badger bailey ball balloon balon bambi banana bananas bandido bandit banker barbara barbie
  barca barcelona barcelonafc barney baseball basket basketball bastian batista batman battle bayern
  bayernmuenchen beach beagle beatriz beautiful beauty beaver beavis bebe beckham beer beethoven belen belgium
  bellavista ben bencina benfica benito benjamin benz berlin bernarda bernardo berta bestfriend bestia betty
  bianca bienvenido bienvenidos bienvenue bigbang bigboss bigdaddy bigdog biggie bigmac bigman bigred
  billabong billy bird birdie birthday biscuit bishop bitch bizcocho black blackbird blackcat blackhawk
  blackie blackjack blacky blade blanca blaster blessed blessing blink blizzard blonde blondie blood bloody
  blue bluebird blueeyes bluesky bmw bob bobby bobcat bocajuniors bogota bola bolivia bombero bombon bond
  bonita bonjour boobs boomer booster boquita boston bowling boxer boxing brad bradley braian branco brandon
  brandy brasil brasilia braves bravo brazil brenda brian britney brittany broken bronco broncos brooklyn
  brother brothers brown brownie brujita bruno brutus bryan bubba bubble bubbles buddha buddy budlight
  buenosaires buenviaje buffalo buffy buin bulla bulldog bullet bulls bullshit bunny burger burrito business
  buster butter buttercup butterfly button caballo cabify cabrochico caca caceres cachai cachito cachorro
  cacique cadillac cajondelmaipo calama caleb california callofduty camaro camaron cambiame camelot camera
  cameron camila camilo camioneta campeon campeones campos canada canario cancer candado candela candy canela
  canelo cangrejo canon caperucita capricorn captain caracas caramel caramelo cardenas cardinal caribe
  carinito carino carla carlita carlos carmelo carmen carnaval carol carolina caroline carpediem carrasco
  carretera cars cartagena carter cartman casa casablanca casado casanova cascada casillerodeldiablo casper
  cassandra castillo castle castro catalina catarina catfish catherine catolica catwoman cauquenes cavalier
  cebolla cebollita cecilia celeste celia celso celtic celular cerrillos cerronavia cerrosancristobal cerveza
  cesar chacal challenger champion champions chanaral chance changeme chaos chaparrita chapulin charger
  charles charlie charlotte chavez checkers cheeky cheese chelsea cherry chester cheval chevrolet chevy
  chicago chicas chicken chico chicos chiefs chile chilecampeon chilechile chilena chilenita chileno chilito
  chillan chiloe china chinita chiquita chiquitita chiquito chispita chivas chloe choco chocolat chocolate
  chocolates chocolatito chofer choferes cholito chopper chouchou chris christ christian christina christine
  christmas christopher chubby chupalo church cielito cielo cinderella cindy circus cisco citroen clara
  clarisa classic claudia claudio claudiobravo claudita clave claveclave clavesecreta clemente client clinton
  clover cobra cobreloa cobresal cocacola cocodrilo coconut cocorico coffee colectivo colegio colin colina
  colinas college collie colocolo colocolocampeon colombia colorado columbia comando comedia comics comida
  compaq compass completo completos computador computadora computer concepcion concha conchali conchaytoro
  conchetumare concon condor condorito conductor conductora conductoras connect connor console constanza
  constitucion consuelo contigo contrasena contrasenas contrasenia contreras control cookie cookies cool
  coolio cooper copaamerica copec copiapo copihue copito copper coquimbo coquito corazon corazoncito corazones
  cordillera corey corinthians cornejo corona coronel cortes corvette cosmos costanera country courage
  courtney cowboy cowboys coyhaique coyote craig crazy cream creative cricket cristal cristian cristiano
  cristianoronaldo cristina cristo cristobal cristorey cruzados crystal cuba cuchito cueca cuervo culiao
  cumpleanos cupcake cupido curico custom cynthia daddy dagoberto daisy dakota dallas damian dana dancer
  dancing danger daniel daniela danny dante dario darkness darkside darling darren darthvader dave david davis
  dayana deadpool death debora deborah december default defender dejameentrar delfin delfina delfines delfos
  delta demo demonio denis denise dennis dentista denver deportes deportesiquique derek desire destiny detroit
  deusamor deusefiel deutschland devil dfghjkl diabla diablita diablito diablo diamante diamond diana diaz
  diciembre dickhead didi dieciocho diego dieguito diesel digimon digital dimitri dina dinosaur dinosaurio
  dios diosesamor diosespoderoso diosmeama diosmio diosteama dipstick director disney diva doctor dodger
  dodgers dog doggie doggy dollar dolly dolores dolphin dolphins dominga domingo dominic dominique domino
  donald donjuan donkey donna donut doraemon doris dorothy dortmund doudou douglas dracula dragon dragonball
  dragonballz dragones dragons dream dreamer dreams driver drivers drummer ducati duende dulce dulces dulzura
  duncan dylan eagle eagles earth eclipse ecuador edcrfv edgar edith edmundo eduard eduardo edward edwin
  efrain einstein electric electronica elefante elemento elena elephant eli elias elisa elisabeth elizabeth
  ella ellen eloisa elpepe elsa elvira emanuel emilia emiliano emilie emilio emily eminem emma empanada
  empanadas empire empresa energy enero england enigma enrique enter enterprise equipaje eric erica erick
  erika ernesto escorpio escorpion escuela espana esperanza espinosa espinoza espiritu estacionamiento
  estacioncentral esteban estefania estefany ester estrela estrella estrellita estudiante eternamente eternity
  eternocampeon eugenia eugenio europa eva evan evelyn everton evolution excalibur excelente excursion
  exigeter explorer extreme ezequiel fabian fabiana fabio fabiola facebook facundo fairy faith falcon familia
  family fantasia fantasma fantasy farellones farias fashion fatboy fatima faustino favorite febrero federer
  federico felicia felicidad felicidade felipe felix feliz fender fenix ferdinand fermin fernanda fernandez
  fernando ferrari ferret festivaldevina fidel fiesta fiestaspatrias figueroa filipinas fiona fire fireball
  firebird fireman firewall fish fisher fishing flaco flamengo flames flamingo flaquita flash flavia flavio
  fletcher flor florencia flores florida flota flotas flower flowers fluffy flyers football ford forest
  forever fortnite fortuna fox foxtrot france frances francesca francesco francia francisca francisco franco
  frank franklin fred freddy freedom freefire freeman french frida friday friend friends friendship frog
  froggy frosty frutillar fuckoff fuckyou fuego fuentes fullmetal function funny fussball futbol futbolista
  future gabi gabo gabriel gabriela galaxia galaxy gallardo galleta galletita gamer games ganador gandalf
  gangster garcia garden garfield garrablanca garrido gary gasolina gaston gateway gatinha gatita gatito
  gatitos gatos geheim gemini general genesis genius geoffrey george georgia gerald geraldine gerard gerardo
  gerencia german germany ghost giants gigante gina ginger giovanna giovanni girasol girls gisela giulia
  gladiator gladys global gloria goddess godisgood godzilla goku gold golden goldfish golf golfer goliath
  golondrina gomez gonzalez gonzalo goodboy goodluck google gordis gordita gordito gothic grace graciela
  grandecolocolo grandma grandpa granite grateful great green greenday greg gregorio gregory gremio greta
  guachito guadalupe guerrera guerrero guest guido guillermo guitar guitarra gundam gunner gunners guru
  gustavo gutierrez guzman hacker hallo halloween hammer hamster handsome hannah hans happiness happy happyday
  hardcore harley harleydavidson harold harry harrypotter harvey hawaii hawk hawkeye heart hearts heather
  heaven heavymetal hector heidi helen helena hello henriquez henry herbert hercules herman hermanas hermanita
  hermanito hermano hermanos hermosa hermosita hernan hernandez herrera hilda hockey hogar hogwarts hola
  holahola holamundo holiday holland hollywood homer homero honda honduras honest honey hongkong hooters hope
  horacio hornet hospital hotdog hotel hoteles hotmail house houston huachipato huasito huaso huasos
  huechuraba huemul huesped hugo humberto hummer hunter hunting hyundai ian icecream iceman ichliebedich
  ignacio igor illapel ilove iloveme iloveu iloveyou imagine impala imperial independencia ines inferno
  infinity inglaterra ingrid instagram inter intermilan internacional internet invierno invitado ipad iphone
  iquique irene iris irma ironman isaac isabel isabelita isabella isabelle isaias isla isladepascua island
  islanegra ismael israel italia ivan ivana ivonne jack jackass jackie jackson jacob jacqueline jaguar jaime
  jake jamaica james jamesbond jamie jan jane janet janice japan jara jardin jared jasmine jason jasper javier
  javiera jay jazmin jazmincito jean jeanette jedi jeff jeffrey jehova jellybean jennie jennifer jenny
  jeremias jeremy jerry jersey jess jesse jessica jesucristo jesus jesuscristo jesusesamor jesusmeama
  jesusteama jetaime jigsaw jimena jimmy joan joana joanna joaquin joaquina joe joel joey johan johana johanna
  john johnny johnson joker jonas jonathan jones jordan jordana jorge joseantonio josefina joselito joseluis
  josemanuel josemiguel joseph joshua josue joyce juan juana juancarlos juancito juanes juanita juanito
  juanjose juanmanuel juanpablo juanse judith jueves juguete julia julian juliana julie juliet julieta julio
  julissa junio junior jupiter justin juventus kaefer kaiser kaitlyn kakashi karate karatekid karen karim
  karina karl karla karma katana katarina kate katherine kathleen kathryn katia katy kawasaki kayla keith
  kelly ken kenneth kenny kevin kiara kikito killer kilometro kimberly king kingdom kings kingston kirsten
  kitten kittens kitty kittycat klaus knight knights koala kobebryant koreano kratos kurt kyle lacisterna
  lacrosse ladeabajo lady ladybug laflorida lagos lagranja lakers laligua lampa lampara lapaz lapislazuli
  laptop lara lareina laroja larry lascondes laserena lastarria lasvegas laudechile launion laura lauren
  laurent laurie lautaro lazaro leandro lee legend legolas leicester leila lemon lena leo leon leonardo leonel
  leonidas leonor leopard leslie lester leticia letmein letsgo libertad libertadores liberty libra lidia
  lieblingshund lightning lights lila lilian liliana lily lima limache limon linares lincoln linda lindo
  lindsay linkinpark linux lion lionel lionelmessi lionking lions lisa lisandro little liverpool liverpoolfc
  liz lkjhgf lkjhgfdsa lobarnechea lobito lobo loca loco locos logan login lola lollipop london lopez loquita
  loquito lorena lorenzo loreto losalbos losandes losangeles losdeabajo loser lost losvilos lota loulou
  lourdes love loveforever lovelife lovely loveme lover loverboy lovers lovesme loveyou lucas lucero lucia
  luciana luciano lucifer lucky luckyone lucy luis luisa lukas luna lunalunera lunes lunita luxury lydia mabel
  macarena machali machine macul madison madness madonna madrecita madremia madrid maestra maestro magali
  magallanes magdalena magic magician maipu maite maldonado malena maleta maletas mama mamamia mamapapa
  mamasita mamatequiero mamita manager manchester manchesterunited mandarina manga mango maniac manuel manuela
  manuelito manzana maradona maravilla marc marcela marcelo marcia marco marcos margaret margarita maria
  mariajose mariana mariano maribel maricel mariela marihuana marina marine mariner marines mario mariobros
  marion mariposa marisa marisol mark marlboro marlene marley mars marseille marshall marta martes martha
  martin martina martinez martita marvel marvin mary marzo mascota massimo master matador matematica
  matematicas mateo mathias matias matilde matrix matt matteo matthew matthias maureen mauricio maverick max
  maxi maximiliano maximo maya mayo mayra mazda mclaren meatball medellin medicina medina megaman megan
  mejillones mejoresamigos melanie melina melipilla melissa melody melon memories mendez mendoza mercedes
  mercury merinobenitez merlin merlot mermaid messi metal metallica mexico miami miamigo miamor mibebe micaela
  micasa michael michele michelle micielo mickey mickeymouse miclave micontrasena microsoft midnight
  midulceamor miercoles mifamilia miguel miguelangel miguelito mihermosa mihija mihijo mike milagros milan
  milena miller millie millonario millonarios mimosa minecraft minhasenha minhavida minime minnie miperro
  miprincesa miranda mireina mirella miriam mirta mississippi mister mitaxi mitsubishi mivida mividaeres
  mnbvcx mnbvcxz mobile moira moises molina molly mommy monalisa moncho money monica monika monkey monkeyboy
  monkeys mono monopoly monster monsters montana montania monteverde montevideo mookie moon moonlight moose
  morales morena morenita moreno morgan motdepasse mother motocross motor motorola mountain mouse movistar
  mozart mudar muffin munchkin muneca munequita munoz murphy music musica musical mustang mybaby mylove
  mypassword myself myspace nacional nacionales nadia nahuel nancy naomi naranja naruto narutouzumaki nascar
  natalia natalie natasha nathan nathaniel nature naughty navarro navidad nayareth ncc negra nelida nelly
  nelson neptuno nestor newlife newport newyork nicaragua nicholas nick nicol nicolas nicole nicolle nightmare
  nike nina ninja nintendo nirvana nissan noah nobody noche noelia noemi nokia nomeacuerdo nopassword nora
  norma noseno nothing noviembre nuevopudahuel number numero nunez nunoa nutella oceano octavio october
  octubre odyssey ofelia officer ohiggins ojosverdes oklahoma okmijn oldschool olga olimpia olivares oliver
  olivia olvidada olvide omar onelove onepiece online optimus orange orellana orgullo oriana orion orlando
  orquidea ortiz oscar osito ositos osorno osvaldo otono otto ovalle oxford p4ssw0rd pablo pacifico packers
  paine painter paisaje palestino palmeiras palmera paloma pamela panama pancho panda pandora pantera panther
  panthers papa papaito papasito papito paradise paraguay paramore paredes paris parra pasaje pasajero
  pasajeros pasajes pascal pascual paseos pasion pass passenger passion passpass passw passw0rd password
  password123password passwords passwort pasteles patagonia patches patente patito patitos patricia patricio
  patrick patriot patriots paul paula paulette paulina paulo payaso peace peaceful peaches peanut peanutbutter
  pearl pearljam pebbles pecosa pedro pedroaguirrecerda pelota peluche pelusa pena penaflor penalolen penelope
  penguin penguins penis pepe pepito pepper perez perfect perla perlita perrita perrito perro perros peru
  pescador peter peugeot phantom phil philip philippe phoenix photo photoshop pia piano picasso pichilemu
  pickle picolo picture piglet pikachu pilar pilarica pimienta pinguino pink pinkfloyd pinky pinocho piolin
  pioneer pirate pirates piscis pisco piscola pitufina pitufo pizarro pizza planet platano platinum playa
  playboy player playstation plazadearmas plazaitalia please plokij poblete poiuyt poiuytre poiuytrewq pokemon
  pollita pollito polola pololo pololos poohbear pookie popcorn popeye poppy porsche portillo portland
  portugal porvenir postal postres potter power powerful powerpuff preciosa precious predator premier presario
  president presidente primavera primero prince princesa princesita princess princesse principe principito
  priscila private profesor profesora prometheus promise protected providencia prueba pruebas pssw0rd psycho
  pucon pudahuel pudu puentealto puertomontt puertonatales puertorico puertovaras pumas pumpkin puntaarenas
  puppies puppy purple pyramid python q1w2e q1w2e3r q1w2e3r4t q2w3e q2w3e4r q2w3e4r5t q2w3e4r5t6y qawsedrf
  qaz2wsx qazwsx qazwsxedc qazxsw qazxswedc qsdfgh qsdfghjklm quality queen quellon querida querido quesito
  question quetepasa quilicura quillota quilmes quilpue quintanormal quito qwaszx qwe qweasd qweasdzxc qweqwe
  qwer qwert qwerty qwertyqwerty qwertyui qwertyuiop qwertz qwertzuiop rachel racing radio radiotaxi
  radiotaxis rafael rafaela raider raiders rain rainbow ramirez ramiro ramon ramona ramones rancagua randy
  ranger rangers rapanui raptor raquel rascal raton raul rayita rayito raymond reality realmadrid rebeca
  rebecca rebel rebelde recepcion recoleta recuerdos redbull reddog redhead redhot redrose redskins redsox
  redwings reggae reggaeton regina regional reina reinaldo reinita remember remis remise renaca renata renato
  renault renca rene renegade rengo renzo reserva reservachile reservas resident residentevil respect
  revolution reyes rfvtgb ricardo richard richie ricky rihanna rincon riobueno riquelme rita rivera riverplate
  robert roberto robin robocop rocio rock rocket rockets rocknroll rockstar rocky rodeo rodolfo rodrigo
  rodriguez roger rojas roland rolando rollingstones roman romance romanticoviajero romeo romeoyjulieta romero
  romina ronald ronaldinho ronaldo rooney rooster root rosa rosalia rosario rosas rosebud rosemary roses
  rosita rottweiler roxana royal royals ruben ruby ruedas rugby runescape runner running rush rusty rut ruth
  ryan saab saavedra sabado sabotage sabrina sagitario saints sakura salamanca salas salazar salmon salome
  salomon salsa salvador sam samanta samantha sammy samsung samuel samurai sanantonio sanbernardo sanchez
  sancho sandia sandiego sandoval sandra sandwich sandy sanfernando sangre sanguchito sanhattan sanjoaquin
  sanlorenzo sanmiguel sanpedrodeatacama santaclaus santacruz santafe santamaria santamarta santiago
  santiagochile santiagodechile santiagowanderers santiasco santino santodomingo santos saopaulo saopaulofc
  sapito sapphire sara sarah sasuke satan saturn saturno saudade saul savage scarface scarlett schalke schatz
  schatzi school scl scooby scoobydoo scooter scorpio scorpion scott scream seagull seahawks sean searching
  seattle sebas sebastian sebita secret secreta secretaria secreto secure security seleccion selena sempre
  senha senior sephiroth september septiembre sepulveda serena serenity sergeant sergio server servicio seven
  sevilla sexy sexygirl shadow shadows shakira shalom shark sharks sharon sheep sheila shelby sheriff
  shinigami shirley shithead shooter shopping siempre silva silvana silver silverado silvia silvio simba simon
  simona simple simpson simpsons sinclair singer single sistema skate skateboard skater skinny skipper
  skittles skull skyline slayer sleeping slipknot smart smile smiley smith smoke smoking smooth snake snickers
  sniper snoopdog snoopy snow snowball snowboard snowflake snowman soccer sofia softball sol soldado soldier
  solecito soledad soleil solidsnake solitario something sommer sonia sonic sonnenschein sonrisa sophia sophie
  soporte soto soydecolocolo soydelau soyfeliz soysexy spanish sparky spartan spartans special speed speedy
  spencer spider spiderman spike spirit spongebob spooky sport sports spring springs sprite squirrel stalker
  star starfish stargate starlight stars start startrek starwars steelers stefan stefania stella stellita
  stephanie stephen sterling steve steven stewart sticky sting stingray stinky stone stonecold storm stranger
  strawberry street strike strong stuart student studio stupid sublime suerte sugar summer sunflower sunny
  sunrise sunset sunshine super superboy supergirl superman supermario supernatural supernova superstar
  superuser surf surfer surfing survivor susan susana sushi suzuki swagger swallow sweden sweet sweetheart
  sweetie sweetness sweetpea sweets swimmer swimming switzerland swordfish sydney sylvia system systems
  taekwondo talagante talca talcahuano taltal tamara tamarindo tango tania tapia tarifa tarifas tarzan tatiana
  taurus taxi taxiaeropuerto taxibasico taxichile taxicolectivo taxidriver taxiejecutivo taximetro taxis
  taxisantiago taxiservice taxista taxitaxi taylor teacher teamo teamomama teamomas teamomuchisimo teamomucho
  teamoperu teamoporsiempre teamosiempre techno teddy teddybear tekiero telecom telefonica telefono television
  temp temporal temuco tennis teodoro tequiero tequierodemasiado tequieromama tequieromucho tequila teresa
  terminalaerea terminator terremoto terry test testing testtest texas tgbyhn thebeatles thebest theboss
  thekiller theking thelma theman themaster theone theresa therock thiago thirteen thomas thug thumper thunder
  thursday tiago tiburon ticket tiernito tiffany tiger tigers tigger tigre tigrecito tigres tim timberland
  timothy tina tinkerbell titan titanic titanium tobias toby tocopilla todd tokyo tom tomas tomasa tomato
  tomcat tome tommy tony topgun topsecret tornado toronto torres torresdelpaine tortuga tortuguita toshiba
  total tottenham tours toyota tracy traffic transfer transferaeropuerto transferchile transfers
  transfersantiago transformer transformers transvip traslado traslados travel travis treasure triangle
  triceratops trigger trinidad trinity tristan triumph trombone trooper trouble trumpet trustme trustno tucker
  tulipan turismo turista turistas turtle turtles tweety twilight twinkle twister tyler tylerdurden uber
  ulises ulosazules ultimate umbrella underground undertaker unicorn unicornio union unioneespanola
  unionespanola united universal universe universidad universidadcatolica universidaddechile
  universidaddeconcepcion university universo ursula user username usuario vacances valdivia valencia valentin
  valentina valentine valentines valenzuela valeria valerie valladolid vallenar vallenevado valparaiso
  valparaisochile valpo vamoschile vampire vampiro vanesa vanessa vanilla vaquero vargas vasco vasquez vazquez
  vega vegas vegeta vegetta vehiculo velvet venado venezia venezuela venganza venus vera verano verde vergara
  verizon vermont veronica viajar viaje viajefeliz viajero viajeros viajes vicenta vicente vicky victor
  victoria victory vida vidal viejo viernes viking vikings villa villaalemana village villarrica vilma vina
  vinachile vinadelmar vincent vinoschile violeta violin viper virgen virgencita virginia virgo virus visitor
  vitacura vivachile vivachilemierda vivacolocolo vivian viviana vladimir voetbal volante volantin volcan
  volcano volcom voldemort volkswagen volleyball volvo voyager vuelo vuelos vuelosantiago walter wanda
  wanderers warcraft warlock warrior warriors washington water waterfall watermelon wateva wayne webmaster
  weed welcome wellington wena wendy weon weona werewolf wertyuio western westlife westside whatever whatsapp
  whiskey white whitney wildcat wildcats wilfredo william williams willkommen willow willy wilson windows
  windsurf winner winston winter wisdom wizard wolf wolverine wolves wonder wonderful woody world worldcup
  wrestler wrestling wwe wwejohncena wxcvbn xavier xbox xcvbnm ximena yahoo yamaha yanez yanina yankee yankees
  yasmin yasna yellow yesenia yhnujm yolanda yomismo yosoyyo youtube ytoro ytrewq yugioh yvette yvonne yxcvbnm
  zachary zamorano zanahoria zapatilla zapato zaq12wsx zaq1xsw zaqwsx zaqxswcde zaragoza zebra zelda zenith
  zeppelin zidane zoe zombie zombies zorro zuniga zxc zxcv zxcvasdf zxcvbn zxcvbnm
  `
    .trim()
    .split(/\s+/),
);
