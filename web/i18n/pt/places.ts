import type { PlacesWords } from '../es/places.ts';

export const places: PlacesWords = {
  'plaza-de-armas': {
    name: 'Plaza de Armas',
    description:
      'Pedro de Valdivia traçou a cidade a partir daqui em 1541, e este ainda é o centro: a catedral, o antigo correio e o museu de história em volta, palmeiras e jogadores de xadrez no meio. Meia hora basta, e há bancos à sombra.',
    hours: 'Sempre aberto',
    alt: 'A Catedral de Santiago com suas duas torres, entre as palmeiras da praça.',
  },
  'la-moneda': {
    name: 'Palácio de La Moneda',
    description:
      'Foi construído como casa da moeda colonial e hoje é a sede da Presidência. Bombardeado em 1973, foi reconstruído. Dá para caminhar pelas duas praças; debaixo de uma delas, o centro cultural tem exposições, café e artesanato.',
    hours: 'Praças: sempre. Interior: visita guiada com reserva',
    alt: 'O palácio branco de La Moneda com uma grande bandeira chilena à frente.',
  },
  'cerro-santa-lucia': {
    name: 'Cerro Santa Lucía',
    description:
      'Um morro de 69 metros em pleno centro, transformado em parque em 1872: escadarias, terraços, a fonte de Netuno e um mirante no alto. A subida leva uns vinte minutos e os últimos degraus são estreitos; vá com um bom calçado.',
    hours: 'Todos os dias, das 9h às 18h; no verão, até mais tarde',
    alt: 'Escadarias curvas e uma fonte amarela sobem até um castelo de tijolos.',
  },
  'museo-precolombino': {
    name: 'Museu Chileno de Arte Pré-Colombiana',
    description:
      'Cerâmicas, tecidos e metais dos povos da América, do México à Patagônia, na antiga alfândega real do início do século XIX. No subsolo ficam os chemamüll, altas figuras mapuches de madeira. Reserve uma hora e meia.',
    hours: 'Terça a domingo, das 10h às 18h',
    alt: 'Três figuras mapuches de madeira diante da fachada neoclássica do museu.',
  },
  'cerro-san-cristobal': {
    name: 'Cerro San Cristóbal',
    description:
      'O grande parque de Santiago sobe até a imagem da Virgem, com a cidade de um lado e os Andes do outro. Vai-se de funicular, de 1925, ou de teleférico. Lá em cima, o costume é pedir um mote con huesillo: trigo e pêssego em calda gelada.',
    hours: 'Funicular: terça a domingo, das 10h às 18h45; segunda, horário variável',
    alt: 'A Virgem branca no topo, o funicular subindo e os Andes nevados ao fundo.',
  },
  'parque-bicentenario': {
    name: 'Parque Bicentenario',
    description:
      'Cerca de trinta hectares de gramado à beira do rio Mapocho, em Vitacura. Há lagos com cisnes-de-pescoço-preto, sombra para deitar e a Gran Torre ao fundo. Bom lugar para esticar as pernas antes ou depois de um voo longo.',
    hours: 'Sempre aberto; melhor durante o dia',
    alt: 'Flamingos e um cisne-de-pescoço-preto no lago, com arranha-céus ao fundo.',
  },
  'cajon-del-maipo': {
    name: 'Cajón del Maipo',
    description:
      'O vale por onde o rio Maipo desce dos Andes começa a uma hora do centro. Pão caseiro na beira da estrada, vilarejos e, bem mais acima, a água turquesa da represa El Yeso. No inverno, a neve pode fechar o caminho.',
    hours: 'Vale: sempre. Estradas altas e parques: horário variável',
    alt: 'A água turquesa da represa El Yeso entre montanhas avermelhadas e picos nevados.',
  },
  'quinta-normal': {
    name: 'Parque Quinta Normal',
    description:
      'Parque do século XIX com árvores antigas do mundo inteiro e um lago com barquinhos. Entre as árvores estão o Museu Nacional de História Natural, com um grande esqueleto de baleia, e um museu ferroviário com locomotivas a vapor.',
    hours: 'Terça a domingo, das 8h às 19h30; segunda, horário variável',
    alt: 'Barcos no lago diante do museu de colunas brancas, entre árvores grandes.',
  },
  'costanera-center': {
    name: 'Costanera Center',
    description:
      'Seis andares de lojas, supermercado e restaurantes ao pé da Gran Torre, a mais alta da América do Sul, com 300 metros. Com ingresso à parte, sobe-se ao mirante Sky Costanera: em dia limpo, vê-se a cordilheira inteira.',
    hours: 'Todos os dias, das 10h às 20h30; fecha em alguns feriados',
    alt: 'A Gran Torre de vidro acima do shopping, com os Andes ao fundo.',
  },
  'pueblito-los-dominicos': {
    name: 'Pueblito Los Dominicos',
    description:
      'Mais de 150 ateliês em casas de adobe e ruazinhas de vilarejo, ao lado de uma igreja com cúpulas de cobre. Dá para ver os artesãos trabalhando: lápis-lazúli, barro, tecelagem, prata mapuche. A linha 1 do metrô termina na própria praça.',
    hours: 'Terça a domingo, das 10h30 às 19h',
    alt: 'Casas de adobe com telhas dos dois lados e, ao fundo, a igreja de cúpulas verdes.',
  },
  'barrio-lastarria': {
    name: 'Barrio Lastarria',
    description:
      'Poucas quadras e muito para ver: livrarias, design chileno, cafés com mesas na calçada e um museu de artes visuais, tudo em volta da rua Lastarria. Nos fins de semana costuma haver feira de livros e antiguidades na rua.',
    hours: 'Ruas: sempre. Lojas e cafés: horário variável',
    alt: 'A igreja vermelha da Veracruz ao lado de um café com guarda-sóis, numa rua de pedra.',
  },
  'mercado-central': {
    name: 'Mercado Central',
    description:
      'Sob um teto de ferro feito na Grã-Bretanha e inaugurado em 1872, vendem-se peixes e frutos do mar desde cedo. No almoço, as cozinhas dos corredores servem caldillo de congrio, quase sempre mais em conta que os restaurantes do meio.',
    hours: 'Todos os dias, das 7h30 às 17h; sexta, até mais tarde',
    alt: 'O teto de ferro do mercado sobre bancas cheias de peixe.',
  },
  'la-sebastiana': {
    name: 'La Sebastiana',
    description:
      'A casa de Pablo Neruda em Valparaíso: cinco andares estreitos, janelas que lembram um navio e um cavalo de carrossel entre os móveis. O poeta a inaugurou em 1961 e daqui via os fogos do Ano-Novo. A visita é com audioguia.',
    hours: 'Terça a domingo, das 10h às 18h; no verão, até as 19h',
    alt: 'A casa alta e colorida de Neruda, com a baía de Valparaíso ao fundo.',
  },
  ascensores: {
    name: 'Ascensores históricos (funiculares)',
    description:
      'Cabines sobre trilhos que sobem os morros desde 1883. De uns trinta, poucos ainda funcionam; Concepción, El Peral e Reina Victoria deixam perto dos mirantes. A viagem dura só um minuto; leve dinheiro, pois estrangeiros podem pagar mais.',
    hours: 'Todos os dias, das 7h às 21h30, aproximadamente',
    alt: 'Duas cabines amarelas nos trilhos, entre casas coloridas e o mar.',
  },
  'plaza-sotomayor': {
    name: 'Plaza Sotomayor',
    description:
      'A porta da cidade para quem chega pelo mar. Numa ponta fica o prédio azul-claro da Marinha; no meio, o monumento aos Heróis de Iquique guarda os restos de Arturo Prat e de seus marinheiros de 1879. O Muelle Prat fica em frente.',
    hours: 'Sempre aberto',
    alt: 'O monumento aos Heróis de Iquique diante do prédio azul-claro da Marinha.',
  },
  'museo-maritimo': {
    name: 'Museu Marítimo Nacional',
    description:
      'Na antiga Escola Naval, no Cerro Artillería: maquetes de navios, a história de Arturo Prat e uma das cápsulas feitas para resgatar os 33 mineiros em 2010. Do lado de fora, o Paseo 21 de Mayo tem vista para o porto inteiro.',
    hours: 'Terça a domingo, das 10h às 18h; segunda, horário variável',
    alt: 'O longo prédio branco do museu com um canhão e uma âncora, acima do porto.',
  },
  'playa-torpederas': {
    name: 'Praia Las Torpederas',
    description:
      'Praia pequena e abrigada, ao pé do morro Playa Ancha; é a única de Valparaíso liberada para banho. No verão há salva-vidas, guarda-sóis e empanadas de frutos do mar. A água é fria o ano todo: assim é o Pacífico chileno.',
    hours: 'Sempre aberto',
    alt: 'Uma enseada de areia com guarda-sóis e pelicanos sobre as pedras.',
  },
  'laguna-verde': {
    name: 'Laguna Verde',
    description:
      'Uma baía larga entre falésias, uns 15 quilômetros ao sul do porto: areia clara, pinheiros, casas simples e pouca gente fora do verão. A estrada que desce já é um mirante. O mar é forte; venha para caminhar, não para nadar.',
    hours: 'Sempre aberto; melhor durante o dia',
    alt: 'Uma praia larga com uma lagoa, pinheiros, falésias e um farol.',
  },
  'reserva-penuelas': {
    name: 'Reserva Nacional Lago Peñuelas',
    description:
      'Mata e área úmida ao lado da Ruta 68, em uma reserva da biosfera da Unesco. O lago é uma represa de 1900 que hoje cresce ou encolhe conforme as chuvas; quando tem água, os cisnes voltam. Já se contaram mais de cem espécies de aves.',
    hours: 'Horário variável; consulte antes de ir',
    alt: 'Cisnes num lago calmo, com palmeiras-do-chile e morros ao fundo.',
  },
  'muelle-prat': {
    name: 'Muelle Prat',
    description:
      'Lanchas coloridas dão a volta na baía em pouco mais de meia hora: leões-marinhos, navios de guerra, contêineres e a cidade inteira vista da água. No cais há artesanato e lembrancinhas. Pergunte o preço antes de embarcar.',
    hours: 'Todos os dias; horário variável conforme o mar',
    alt: 'Lanchas coloridas no cais, com um guindaste do porto ao entardecer.',
  },
  'cerro-concepcion': {
    name: 'Cerro Concepción',
    description:
      'Vielas de pedra, casas de zinco pintado, galerias, cafés e lojas de autor. Os paseos Gervasoni e Atkinson dão para a baía. Sobe-se pelo ascensor Concepción, de 1883, o mais antigo da cidade. As calçadas são íngremes.',
    hours: 'Ruas: sempre. Lojas e cafés: horário variável',
    alt: 'Casas coloridas e a torre de uma igreja num calçadão de frente para a baía.',
  },
  'mercado-cardonal': {
    name: 'Mercado Cardonal',
    description:
      'O mercado de frutas e verduras da cidade, num prédio de estrutura metálica de 1912. Embaixo, abacates, queijos e peixe; em cima, cozinhas simples com merluza frita e paila marina a bom preço. Vá com pouca coisa e a bolsa fechada.',
    hours: 'Todos os dias; horário variável, melhor pela manhã',
    alt: 'O prédio amarelo do mercado com caixas de frutas e toldos na entrada.',
  },
  'feria-antiguedades': {
    name: 'Feira de antiguidades',
    description:
      'Cerca de oitenta barracas de antiquários e livreiros na Plaza O’Higgins: vinis, moedas, relógios, prataria e livros usados. A feira La Merced existe desde 1978. Conversa-se, pechincha-se com calma, e olhar não custa nada.',
    hours: 'Sábados, domingos e feriados; horário variável',
    alt: 'Um gramofone, um relógio e uma câmera antiga na mesa de uma barraca da feira.',
  },
  'castillo-wulff': {
    name: 'Castelo Wulff',
    description:
      'Gustavo Wulff, comerciante de origem alemã, o construiu em 1906 sobre as pedras, à beira do mar, e depois acrescentou um torreão ligado por uma ponte. Ele espera uma restauração; conte em vê-lo por fora, com as ondas embaixo.',
    hours: 'Exterior: sempre. Interior: horário variável',
    alt: 'O castelo de pedra e sua ponte sobre as rochas, com ondas quebrando embaixo.',
  },
  'reloj-de-flores': {
    name: 'Relógio de Flores',
    description:
      'Foi plantado para a Copa do Mundo de 1962, e o primeiro mecanismo veio da Suíça. O mostrador é de flores vivas, que os jardineiros renovam ao longo do ano. Fica em frente à praia Caleta Abarca; dez minutos bastam para a foto.',
    hours: 'Sempre aberto',
    alt: 'Um grande relógio feito de flores numa encosta verde, com o mar ao fundo.',
  },
  'museo-fonck': {
    name: 'Museu Fonck',
    description:
      'Do lado de fora, um moai autêntico recebe você, trazido de Rapa Nui (Ilha de Páscoa) em meados do século XX. Dentro há uma grande coleção da ilha, peças mapuches e diaguitas e, no andar de cima, animais e insetos do Chile. Uma hora basta.',
    hours: 'Terça a sábado, das 10h às 18h; domingo e segunda, das 10h às 14h',
    alt: 'Um moai de pedra no jardim, diante do casarão do museu.',
  },
  'palacio-rioja': {
    name: 'Palácio Rioja',
    description:
      'A família Rioja se mudou para Viña depois do terremoto de 1906, e a casa continua como era: salão estilo Império, mesa para 24 pessoas, piano de cauda e móveis vindos de navio da Europa. O jardim tem palmeiras e sombra.',
    hours: 'Terça a domingo, das 10h às 13h30 e das 15h às 17h30',
    alt: 'O palácio claro com colunas e escadaria, cercado de palmeiras.',
  },
  'quinta-vergara': {
    name: 'Parque Quinta Vergara',
    description:
      'Parque com árvores trazidas da Ásia, da Austrália e da Califórnia, e um palácio de ar veneziano que é museu de belas-artes. No anfiteatro acontece, todo fevereiro, o festival da canção que o Chile inteiro acompanha pela televisão.',
    hours: 'Parque: todos os dias, durante o dia. Museu: horário variável',
    alt: 'O palácio branco de arcos venezianos entre as árvores altas do parque.',
  },
  'jardin-botanico': {
    name: 'Jardim Botânico Nacional',
    description:
      'Plantas chilenas que raramente se veem juntas: mata nativa, palmeira-do-chile, espécies de Juan Fernández e o toromiro de Rapa Nui. O incêndio de 2024 queimou quase tudo e o jardim está rebrotando; cada ingresso ajuda a replantar.',
    hours: 'Horário variável; em geral, das 10h às 18h',
    alt: 'Palmeiras-do-chile, uma ponte e cisnes no lago do jardim.',
  },
  'dunas-concon': {
    name: 'Dunas de Concón',
    description:
      'Dunas muito antigas, no alto de uma falésia de frente para o mar. Sobe-se com calma, desce-se de sandboard e muita gente fica para o pôr do sol, com Valparaíso ao longe. É um santuário natural: cuidado com as plantas.',
    hours: 'Sempre aberto; melhor durante o dia',
    alt: 'Uma pessoa desce de prancha por uma grande duna dourada junto ao mar.',
  },
  'playa-renaca': {
    name: 'Praia de Reñaca',
    description:
      'Praia larga diante de prédios em degraus que sobem o morro. As ondas são boas para o surfe, mas o banho de mar não é liberado. No fim da tarde a orla se enche de gente; mais ao norte há pedras com leões-marinhos.',
    hours: 'Sempre aberto',
    alt: 'Guarda-sóis na praia e prédios brancos em degraus na encosta.',
  },
  'mall-marina': {
    name: 'Mall Marina',
    description:
      'O grande shopping de Viña: lojas chilenas, marcas internacionais, supermercado, cinema e praça de alimentação. Serve para comprar um casaco se a costa estiver mais fria do que o previsto, ou um último presente antes da viagem.',
    hours: 'Todos os dias, das 10h às 20h30; fecha em alguns feriados',
    alt: 'A fachada de vidro curvo do shopping, iluminada à noite.',
  },
  'calle-valparaiso': {
    name: 'Calle Valparaíso',
    description:
      'A rua de comércio de sempre: sapatarias, livrarias, galerias cobertas e cafés, a poucos passos da Plaza Vergara. É aqui que a gente de Viña compra, com preço de cidade e não de balneário. Mais movimentada à tarde, em dia de semana.',
    hours: 'Segunda a sábado, a partir das 10h; domingo, horário variável',
    alt: 'Uma charrete passa por uma rua com arcadas, lojas e palmeiras.',
  },
  'caleta-portales': {
    name: 'Caleta Portales',
    description:
      'Enseada de pescadores entre Viña e Valparaíso: bancas com a pesca do dia, restaurantes perto da praia e um píer onde pelicanos e leões-marinhos esperam as sobras. Vá cedo pelo peixe, ou no almoço por um caldillo, o ensopado da casa.',
    hours: 'Todos os dias; horário variável, melhor pela manhã',
    alt: 'Um pelicano, barcos de pesca e leões-marinhos junto ao píer.',
  },
};
