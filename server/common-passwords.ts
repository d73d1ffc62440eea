/** Common passwords that the worldwide list lacks: Chile's names, places and clubs, taxis, the app's languages. */
const words = `
  aaa aaaa abc abcabc abcd abcde abcdef abcdefg abcdefgh abcdefghij abril acceso aconcagua administrador
  administradora aeropuerto aeropuertos aeropuertoscl agustina aitana alarcon alejo alexissanchez algarrobo
  amominhavida amoreterno amormio amorosa amy ana anahi analia ancud andes angol anibal antofagasta araucaria
  aravena araya arica arnaldo arturomerino arturovidal asado asd atacama audaxitaliano automovil autopista
  autos aysen azules balon barcelonafc bayernmuenchen bebe belen bellavista ben bencina bernarda bienvenido
  bienvenidos bienvenue bizcocho bmw bocajuniors bola bombon boquita braian brujita buenosaires buenviaje buin
  bulla cabify cabrochico caca caceres cachai cachito cajondelmaipo calama cambiame camioneta campeones
  candado canelo cangrejo caperucita carinito carlita carrasco carretera cartagena casillerodeldiablo
  cauquenes cebolla cebollita celso cerrillos cerronavia cerrosancristobal chanaral chaparrita chapulin
  chilecampeon chilechile chilena chilenita chilito chillan chiloe chiquitita chispita chocolates chocolatito
  chofer choferes cholito chupalo cielito clarisa claudiobravo claudita claveclave clavesecreta cobreloa
  cobresal cocodrilo colectivo colegio colina colinas colocolo colocolocampeon comedia completo completos
  concepcion conchali conchaytoro conchetumare concon condorito conductor conductora conductoras constanza
  constitucion contigo contrasenas contrasenia contreras copaamerica copec copiapo copihue copito coquimbo
  coquito corazoncito corazones cordillera corinthians cornejo coronel costanera coyhaique cristianoronaldo
  cristorey cruzados cuchito cueca culiao cumpleanos cupido curico dagoberto dejameentrar delfina delfines
  delfos deportes deportesiquique deusamor deusefiel dfghjkl diabla diablita diablito diciembre didi dieciocho
  dieguito dinosaurio diosesamor diosespoderoso diosmeama diosmio diosteama dominga doudou dragones dulces
  dulzura efrain electronica elemento eli eloisa elpepe empanada empanadas empresa enero equipaje escuela
  estacionamiento estacioncentral estefany estrellita estudiante eternamente eternocampeon eva excelente
  excursion exigeter facundo farellones farias febrero feliz fermin festivaldevina fiestaspatrias figueroa
  filipinas flaco flaquita flota flotas fortnite fox freefire frutillar fuego futbolista gabo galaxia galleta
  galletita ganador garrablanca garrido gasolina gatitos gatos gerencia girasol golondrina gordis graciela
  grandecolocolo guachito guerrera harleydavidson henriquez hermanas hermanita hermanito hermano hermanos
  hermosita hogar holamundo hoteles hotmail huachipato huasito huaso huasos huechuraba huemul huesped ian
  ichliebedich illapel independencia ines inglaterra instagram internacional invierno invitado ipad iquique
  isabelita isaias isla isladepascua islanegra jan jara javiera jay jazmincito jesucristo jesuscristo
  jesusesamor jesusmeama jesusteama jimena joana joaquina johana joseantonio josemanuel josemiguel josue juana
  juancito juanes juanmanuel juanpablo juanse jueves juguete julissa kaefer karatekid ken kikito kilometro
  koreano lacisterna ladeabajo laflorida lagos lagranja laligua lampa lampara lapaz lapislazuli lareina laroja
  lascondes laserena lastarria laudechile launion lautaro lazaro leo libertadores lidia lieblingshund limache
  limon linares lindo lionelmessi lisandro liz lkjhgf lkjhgfdsa lobarnechea login loquita loquito loreto
  losalbos losandes losdeabajo losvilos lota lunalunera lunes machali macul madrecita madremia maestra
  magallanes maipu maite maleta maletas mama mamatequiero manchesterunited mandarina manuelito maravilla
  mariajose maricel mariobros martes martita marzo mascota matematicas maximiliano mayra mejillones
  mejoresamigos melipilla merinobenitez miamigo mibebe micielo miclave micontrasena midulceamor miercoles
  mifamilia miguelangel miguelito mihermosa mihija mihijo millonario millonarios minhavida miperro miprincesa
  mireina mirta mitaxi mivida mividaeres mnbvcx mnbvcxz moira moncho montania monteverde montevideo morenita
  movistar mudar munequita munoz nacionales nahuel naranja narutouzumaki nayareth ncc nelida neptuno nicaragua
  noche noemi nomeacuerdo noseno noviembre nuevopudahuel numero nunez nunoa octubre ohiggins ojosverdes
  olivares olvidada olvide orellana orgullo orquidea ortiz ositos osorno otono ovalle paine paisaje palestino
  palmera papa papaito papasito parra pasaje pasajero pasajeros pasajes paseos passenger password123password
  pasteles patagonia patente patitos payaso pecosa pedroaguirrecerda pena penaflor penalolen pepe perla
  perlita perrita peru pescador pia pichilemu pilarica pimienta pinocho piscis pisco piscola pitufina platano
  plazadearmas plazaitalia poblete poiuyt poiuytre poiuytrewq pollita polola pololos porvenir postres
  powerpuff primero princesita principito profesora providencia prueba pruebas pucon pudahuel pudu puentealto
  puertomontt puertonatales puertovaras pumas puntaarenas q2w3e q2w3e4r5t q2w3e4r5t6y qsdfghjklm quellon
  querido quesito quetepasa quilicura quillota quilmes quilpue quintanormal quito qwe qwer qwertyqwerty qwertz
  qwertzuiop radiotaxi radiotaxis rancagua rapanui raton rayita rayito recepcion recoleta recuerdos reggaeton
  reinaldo reinita remis remise renaca renca rengo renzo reserva reservachile reservas riobueno riquelme rocio
  rojas rollingstones romanticoviajero romeoyjulieta rosas ruedas rut sabado sagitario salamanca sanantonio
  sanbernardo sanfernando sangre sanguchito sanhattan sanjoaquin sanlorenzo sanmiguel sanpedrodeatacama
  santaclaus santamarta santiagochile santiagodechile santiagowanderers santiasco santodomingo saopaulofc scl
  searching sebas sebita secretaria seleccion sempre septiembre sepulveda servicio sol soldado solecito
  solitario sonrisa soporte soto soydecolocolo soydelau soyfeliz soysexy stellita superuser swagger
  switzerland talagante talca talcahuano taltal tamarindo tapia tarifa tarifas taxiaeropuerto taxibasico
  taxichile taxicolectivo taxidriver taxiejecutivo taximetro taxis taxisantiago taxiservice taxista taxitaxi
  teamomama teamomas teamomuchisimo teamomucho teamoperu teamoporsiempre teamosiempre tekiero telefonica
  temuco tequierodemasiado tequieromama tequieromucho terminalaerea terremoto tiago tiernito tigrecito tim
  tocopilla torresdelpaine tortuguita tours transferaeropuerto transferchile transfers transfersantiago
  transvip traslado traslados triceratops turista turistas tylerdurden uber ulosazules unicornio
  unioneespanola unionespanola universidadcatolica universidaddechile universidaddeconcepcion universo usuario
  valdivia valentines valenzuela valladolid vallenar vallenevado valparaiso valparaisochile valpo vamoschile
  vaquero vazquez vegetta vehiculo venado venganza verano vergara viajar viaje viajefeliz viajero viajeros
  viajes vicenta vidal viejo viernes villaalemana villarrica vilma vina vinachile vinadelmar vinoschile virgen
  virgencita vitacura vivachile vivachilemierda vivacolocolo volantin volcan voldemort vuelo vuelos
  vuelosantiago wanderers wateva wena weon weona wertyuio whatsapp wilfredo willkommen wwe wwejohncena xcvbnm
  yahoo yanez yasna yosoyyo ytoro ytrewq yxcvbnm zamorano zanahoria zapatilla zaq1xsw zoe zuniga zxc zxcv
`;

export const commonPasswords: readonly string[] = words.trim().split(/\s+/);
