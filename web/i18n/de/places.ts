import type { PlacesWords } from '../es/places.ts';

export const places: PlacesWords = {
  'plaza-de-armas': {
    name: 'Plaza de Armas',
    description:
      'Von hier aus legte Pedro de Valdivia 1541 die Stadt an, und hier ist noch immer ihre Mitte: ringsum Kathedrale, alte Hauptpost und Historisches Museum, dazwischen Palmen und Schachspieler. Eine halbe Stunde genügt, Bänke stehen im Schatten.',
    hours: 'Immer geöffnet',
    alt: 'Die Kathedrale von Santiago mit ihren zwei Türmen zwischen den Palmen des Platzes.',
  },
  'la-moneda': {
    name: 'Palacio de La Moneda',
    description:
      'Einst Münzstätte der Kolonialzeit, heute Amtssitz des Präsidenten. 1973 wurde der Palast bombardiert und später wiederaufgebaut. Die Plätze davor und dahinter sind frei zugänglich; unter einem liegt ein Kulturzentrum mit Café und Kunsthandwerk.',
    hours: 'Plätze: immer. Innen: Führung mit Anmeldung',
    alt: 'Der weiße Palast La Moneda mit einer großen chilenischen Flagge davor.',
  },
  'cerro-santa-lucia': {
    name: 'Cerro Santa Lucía',
    description:
      'Ein 69 Meter hoher Hügel mitten im Zentrum, seit 1872 ein Park: Treppen, Terrassen, der Neptunbrunnen und oben ein Aussichtspunkt. Der Aufstieg dauert etwa zwanzig Minuten, die letzten Stufen sind schmal; feste Schuhe sind gut.',
    hours: 'Täglich, 9–18 Uhr; im Sommer länger',
    alt: 'Geschwungene Treppen und ein gelber Brunnen führen zu einer Burg aus Backstein hinauf.',
  },
  'museo-precolombino': {
    name: 'Museum für präkolumbische Kunst',
    description:
      'Keramik, Textilien und Metallkunst der Völker Amerikas, von Mexiko bis Patagonien, im einstigen königlichen Zollhaus aus dem frühen 19. Jahrhundert. Im Untergeschoss stehen die Chemamüll, hohe Holzfiguren der Mapuche. Planen Sie anderthalb Stunden ein.',
    hours: 'Di–So, 10–18 Uhr',
    alt: 'Drei hölzerne Mapuche-Figuren vor der klassizistischen Fassade des Museums.',
  },
  'cerro-san-cristobal': {
    name: 'Cerro San Cristóbal',
    description:
      'Santiagos großer Park reicht bis zur Marienstatue hinauf, die Stadt zu Füßen, die Anden gegenüber. Hinauf geht es mit der Standseilbahn von 1925 oder der Gondel. Oben bestellt man Mote con Huesillo: Weizen und Pfirsich in kaltem Saft.',
    hours: 'Standseilbahn: Di–So, 10–18.45 Uhr; Mo wechselnd',
    alt: 'Die weiße Marienstatue auf dem Gipfel, die Standseilbahn und die verschneiten Anden.',
  },
  'parque-bicentenario': {
    name: 'Parque Bicentenario',
    description:
      'Rund dreißig Hektar Rasen am Fluss Mapocho, im Stadtteil Vitacura. Es gibt Teiche mit Schwarzhalsschwänen, Schatten zum Hinlegen und im Hintergrund die Gran Torre. Gut, um sich vor oder nach einem langen Flug die Beine zu vertreten.',
    hours: 'Immer geöffnet; am besten bei Tageslicht',
    alt: 'Flamingos und ein Schwarzhalsschwan auf dem Teich, dahinter Hochhäuser.',
  },
  'cajon-del-maipo': {
    name: 'Cajón del Maipo',
    description:
      'Das Tal, in dem der Maipo aus den Anden kommt, beginnt eine Stunde vom Zentrum. Frisches Landbrot an der Straße, kleine Dörfer und, viel weiter oben, das türkisfarbene Wasser des Stausees El Yeso. Im Winter kann Schnee die Straße sperren.',
    hours: 'Tal: immer. Bergstraßen und Parks: Zeiten wechseln',
    alt: 'Der türkisfarbene Stausee El Yeso zwischen rötlichen Bergen und Schneegipfeln.',
  },
  'quinta-normal': {
    name: 'Park Quinta Normal',
    description:
      'Ein Park aus dem 19. Jahrhundert mit alten Bäumen aus aller Welt und einem Teich zum Bootfahren. Zwischen den Bäumen liegen das Nationale Naturkundemuseum mit seinem großen Walskelett und ein Eisenbahnmuseum mit Dampfloks.',
    hours: 'Di–So, 8–19.30 Uhr; Mo wechselnd',
    alt: 'Boote auf dem Teich vor dem Museum mit weißen Säulen, zwischen großen Bäumen.',
  },
  'costanera-center': {
    name: 'Costanera Center',
    description:
      'Sechs Etagen Geschäfte, Supermarkt und Restaurants am Fuß der Gran Torre, mit 300 Metern das höchste Gebäude Südamerikas. Mit eigenem Ticket geht es zur Plattform Sky Costanera: An klaren Tagen sieht man die ganze Andenkette.',
    hours: 'Täglich, 10–20.30 Uhr; an manchen Feiertagen geschlossen',
    alt: 'Die gläserne Gran Torre über dem Einkaufszentrum, dahinter die Anden.',
  },
  'pueblito-los-dominicos': {
    name: 'Pueblito Los Dominicos',
    description:
      'Mehr als 150 Werkstätten in Lehmhäusern und Dorfgassen, neben einer Kirche mit Kupferkuppeln. Man kann beim Arbeiten zusehen: Lapislazuli, Ton, Webwaren, Silber der Mapuche. Die Metrolinie 1 endet direkt am Platz.',
    hours: 'Di–So, 10.30–19 Uhr',
    alt: 'Lehmhäuser mit Ziegeldächern und am Ende die Kirche mit grünen Kuppeln.',
  },
  'barrio-lastarria': {
    name: 'Barrio Lastarria',
    description:
      'Wenige Straßen, viel zu sehen: Buchläden, chilenisches Design, Straßencafés und ein Museum für bildende Kunst, alles rund um die Straße Lastarria. Am Wochenende gibt es meist einen Markt mit Büchern und Antiquitäten.',
    hours: 'Straßen: immer. Läden und Cafés: Zeiten wechseln',
    alt: 'Die rote Kirche Veracruz neben einem Café mit Sonnenschirmen an einer Pflasterstraße.',
  },
  'mercado-central': {
    name: 'Mercado Central',
    description:
      'Unter einem Eisendach, in Großbritannien gefertigt und 1872 eröffnet, werden von früh an Fisch und Meeresfrüchte verkauft. Mittags servieren die kleinen Garküchen Caldillo de Congrio, meist günstiger als die großen Lokale in der Mitte.',
    hours: 'Täglich, 7.30–17 Uhr; Fr länger',
    alt: 'Das Eisendach des Marktes über Theken voller Fisch.',
  },
  'la-sebastiana': {
    name: 'La Sebastiana',
    description:
      'Pablo Nerudas Haus in Valparaíso: fünf schmale Stockwerke, Fenster wie auf einem Schiff und ein Karussellpferd zwischen den Möbeln. 1961 weihte der Dichter es ein; von hier sah er das Neujahrsfeuerwerk. Besuch mit Audioguide.',
    hours: 'Di–So, 10–18 Uhr; im Sommer bis 19 Uhr',
    alt: 'Nerudas hohes, buntes Haus, dahinter die Bucht von Valparaíso.',
  },
  ascensores: {
    name: 'Historische Aufzüge (Ascensores)',
    description:
      'Kabinen auf Schienen, die seit 1883 die Hügel hinauffahren. Von rund dreißig sind nur wenige in Betrieb; Concepción, El Peral und Reina Victoria halten nahe den Aussichtspunkten. Die Fahrt dauert kaum eine Minute; für ausländische Gäste kann sie mehr kosten.',
    hours: 'Täglich, etwa 7–21.30 Uhr',
    alt: 'Zwei gelbe Kabinen auf ihren Schienen, zwischen bunten Häusern und dem Meer.',
  },
  'plaza-sotomayor': {
    name: 'Plaza Sotomayor',
    description:
      'Das Tor der Stadt für alle, die vom Meer kommen. An der Stirnseite steht das hellblaue Gebäude der Marine; in der Mitte ruhen unter dem Denkmal der Helden von Iquique Arturo Prat und seine Seeleute von 1879. Gegenüber liegt der Muelle Prat.',
    hours: 'Immer geöffnet',
    alt: 'Das Denkmal der Helden von Iquique vor dem hellblauen Gebäude der Marine.',
  },
  'museo-maritimo': {
    name: 'Nationales Schifffahrtsmuseum',
    description:
      'In der alten Marineschule auf dem Cerro Artillería: Schiffsmodelle, die Geschichte von Arturo Prat und eine der Kapseln, die 2010 für die Rettung der 33 Bergleute gebaut wurden. Draußen überblickt der Paseo 21 de Mayo den ganzen Hafen.',
    hours: 'Di–So, 10–18 Uhr; Mo wechselnd',
    alt: 'Das lange weiße Museumsgebäude mit Kanone und Anker, über dem Hafen.',
  },
  'playa-torpederas': {
    name: 'Strand Las Torpederas',
    description:
      'Ein kleiner, geschützter Strand unterhalb des Hügels Playa Ancha; der einzige in Valparaíso, der zum Baden freigegeben ist. Im Sommer gibt es Rettungsschwimmer und Empanadas mit Meeresfrüchten. Das Wasser ist das ganze Jahr kalt.',
    hours: 'Immer geöffnet',
    alt: 'Eine Sandbucht mit Sonnenschirmen und Pelikanen auf den Felsen.',
  },
  'laguna-verde': {
    name: 'Laguna Verde',
    description:
      'Eine weite Bucht zwischen Klippen, etwa 15 Kilometer südlich des Hafens: heller Sand, Kiefern, einfache Häuser und außerhalb des Sommers wenig Leute. Schon die Straße hinab bietet Aussicht. Das Meer ist rau; man kommt zum Gehen, nicht zum Baden.',
    hours: 'Immer geöffnet; am besten bei Tageslicht',
    alt: 'Ein breiter Strand mit Lagune, Kiefern, Klippen und Leuchtturm.',
  },
  'reserva-penuelas': {
    name: 'Nationalreservat Lago Peñuelas',
    description:
      'Wald und Feuchtgebiet an der Ruta 68, in einem Biosphärenreservat der UNESCO. Der See ist ein Stausee von 1900, der heute mit dem Regen wächst und schrumpft; führt er Wasser, kehren die Schwäne zurück. Über hundert Vogelarten wurden gezählt.',
    hours: 'Zeiten wechseln; bitte vorher erkundigen',
    alt: 'Schwäne auf einem stillen See, mit Honigpalmen und Hügeln im Hintergrund.',
  },
  'muelle-prat': {
    name: 'Muelle Prat',
    description:
      'Bunte Barkassen fahren in gut einer halben Stunde durch die Bucht: Seelöwen, Kriegsschiffe, Containerfrachter und die ganze Stadt vom Wasser aus. Am Kai gibt es Kunsthandwerk und Andenken. Fragen Sie vor dem Einsteigen nach dem Preis.',
    hours: 'Täglich; Zeiten je nach Seegang',
    alt: 'Bunte Barkassen am Kai, dahinter ein Hafenkran im Abendlicht.',
  },
  'cerro-concepcion': {
    name: 'Cerro Concepción',
    description:
      'Gepflasterte Gassen, bunte Wellblechhäuser, Galerien, Cafés und kleine Designläden. Die Promenaden Gervasoni und Atkinson blicken auf die Bucht. Hinauf fährt der Aufzug Concepción von 1883, der älteste der Stadt. Die Gehwege sind steil.',
    hours: 'Straßen: immer. Läden und Cafés: Zeiten wechseln',
    alt: 'Bunte Häuser und ein Kirchturm an einer Promenade über der Bucht.',
  },
  'mercado-cardonal': {
    name: 'Mercado Cardonal',
    description:
      'Der Obst- und Gemüsemarkt der Stadt, in einem Bau mit Metallgerüst von 1912. Unten Avocados, Käse und Fisch; oben einfache Lokale mit gebratenem Seehecht und Paila Marina zu guten Preisen. Am besten mit wenig Gepäck und geschlossener Tasche.',
    hours: 'Täglich; Zeiten wechseln, am besten vormittags',
    alt: 'Das gelbe Marktgebäude mit Obstkisten und Markisen am Eingang.',
  },
  'feria-antiguedades': {
    name: 'Antiquitätenmarkt',
    description:
      'Rund achtzig Stände von Antiquitäten- und Buchhändlern auf der Plaza O’Higgins: Schallplatten, Münzen, Uhren, Silber und alte Bücher. Den Markt La Merced gibt es seit 1978. Man plaudert, handelt in Ruhe, und Schauen kostet nichts.',
    hours: 'Sa, So und Feiertage; Zeiten wechseln',
    alt: 'Ein Grammofon, eine Uhr und eine alte Kamera auf dem Tisch eines Marktstands.',
  },
  'castillo-wulff': {
    name: 'Schloss Wulff (Castillo Wulff)',
    description:
      'Der deutschstämmige Kaufmann Gustavo Wulff baute es 1906 auf die Felsen am Meer und fügte später einen Turm hinzu, den eine Brücke verbindet. Es wartet auf die Restaurierung; rechnen Sie mit dem Blick von außen, die Wellen direkt darunter.',
    hours: 'Außen: immer. Innen: Zeiten wechseln',
    alt: 'Das Steinschloss und seine Brücke auf den Felsen, unten brechen die Wellen.',
  },
  'reloj-de-flores': {
    name: 'Blumenuhr (Reloj de Flores)',
    description:
      'Sie wurde zur Fußball-WM 1962 angelegt, das erste Uhrwerk kam aus der Schweiz. Das Zifferblatt besteht aus lebenden Blumen, die das Jahr über erneuert werden. Sie liegt gegenüber dem Strand Caleta Abarca; für das Foto genügen zehn Minuten.',
    hours: 'Immer geöffnet',
    alt: 'Eine große Uhr aus Blumen an einem grünen Hang, dahinter das Meer.',
  },
  'museo-fonck': {
    name: 'Museo Fonck',
    description:
      'Draußen begrüßt Sie ein echter Moai, der Mitte des 20. Jahrhunderts von Rapa Nui (Osterinsel) kam. Drinnen: eine große Sammlung der Insel, Stücke der Mapuche und Diaguita und im ersten Stock Tiere und Insekten Chiles. Eine Stunde reicht.',
    hours: 'Di–Sa, 10–18 Uhr; So und Mo, 10–14 Uhr',
    alt: 'Ein steinerner Moai im Garten vor der Villa des Museums.',
  },
  'palacio-rioja': {
    name: 'Palacio Rioja',
    description:
      'Die Familie Rioja zog nach dem Erdbeben von 1906 nach Viña, und ihr Haus blieb, wie es war: Salon im Empirestil, Esstisch für 24 Personen, Flügel und Möbel, die per Schiff aus Europa kamen. Im Garten gibt es Palmen und Schatten.',
    hours: 'Di–So, 10–13.30 und 15–17.30 Uhr',
    alt: 'Der helle Palast mit Säulen und Freitreppe, umgeben von Palmen.',
  },
  'quinta-vergara': {
    name: 'Park Quinta Vergara',
    description:
      'Ein Park mit Bäumen aus Asien, Australien und Kalifornien und einem venezianisch wirkenden Palast, heute Kunstmuseum. Im Amphitheater findet jeden Februar das Liederfestival statt, das ganz Chile im Fernsehen verfolgt.',
    hours: 'Park: täglich, bei Tageslicht. Museum: Zeiten wechseln',
    alt: 'Der weiße Palast mit venezianischen Bögen zwischen den hohen Bäumen des Parks.',
  },
  'jardin-botanico': {
    name: 'Nationaler Botanischer Garten',
    description:
      'Chilenische Pflanzen, die man selten beisammen sieht: heimischer Wald, Honigpalmen, Arten der Juan-Fernández-Inseln und der Toromiro von Rapa Nui. Der Brand von 2024 zerstörte fast alles; der Garten wächst nach, jeder Eintritt hilft dabei.',
    hours: 'Zeiten wechseln; meist 10–18 Uhr',
    alt: 'Honigpalmen, eine Brücke und Schwäne auf dem Teich des Gartens.',
  },
  'dunas-concon': {
    name: 'Dünen von Concón',
    description:
      'Uralte Dünen oben auf einer Klippe über dem Meer. Man steigt langsam hinauf, fährt mit dem Sandboard hinunter, und viele bleiben zum Sonnenuntergang, mit Valparaíso in der Ferne. Das Gebiet steht unter Naturschutz: Bitte schonen Sie die Pflanzen.',
    hours: 'Immer geöffnet; am besten bei Tageslicht',
    alt: 'Jemand fährt auf einem Brett eine große goldene Düne am Meer hinunter.',
  },
  'playa-renaca': {
    name: 'Strand von Reñaca',
    description:
      'Ein breiter Strand vor terrassenförmigen Häusern, die den Hang hinaufsteigen. Die Wellen sind gut zum Surfen, zum Baden ist er nicht freigegeben. Gegen Abend füllt sich die Promenade; weiter nördlich liegen Felsen mit Seelöwen.',
    hours: 'Immer geöffnet',
    alt: 'Sonnenschirme am Strand und weiße Terrassenhäuser am Hang.',
  },
  'mall-marina': {
    name: 'Mall Marina',
    description:
      'Das große Einkaufszentrum von Viña: chilenische Läden, internationale Marken, Supermarkt, Kino und viele Imbisse. Praktisch für eine warme Jacke, wenn die Küste kühler ist als gedacht, oder für ein letztes Geschenk vor der Reise.',
    hours: 'Täglich, 10–20.30 Uhr; an manchen Feiertagen geschlossen',
    alt: 'Die geschwungene Glasfassade des Einkaufszentrums bei Nacht.',
  },
  'calle-valparaiso': {
    name: 'Calle Valparaíso',
    description:
      'Die alte Einkaufsstraße: Schuhe, Bücher, überdachte Passagen und Cafés, nur Schritte von der Plaza Vergara. Hier kaufen die Leute aus Viña ein, zu Preisen der Stadt und nicht des Badeorts. Am meisten los ist werktags am Nachmittag.',
    hours: 'Mo–Sa, ab 10 Uhr; So wechselnd',
    alt: 'Eine Pferdekutsche fährt durch eine Straße mit Arkaden, Läden und Palmen.',
  },
  'caleta-portales': {
    name: 'Caleta Portales',
    description:
      'Ein Fischerhafen zwischen Viña und Valparaíso: Stände mit dem Fang des Tages, Restaurants am Strand und ein Steg, an dem Pelikane und Seelöwen auf Reste warten. Früh kommt man wegen des Fisches, mittags auf einen Teller Fischsuppe.',
    hours: 'Täglich; Zeiten wechseln, am besten vormittags',
    alt: 'Ein Pelikan, Fischerboote und Seelöwen am Steg.',
  },
};
