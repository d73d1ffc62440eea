import {
  choice,
  day,
  end,
  expand,
  flag,
  formats,
  integer,
  list,
  moment,
  object,
  optional,
  reference,
  text,
  variants,
  words,
  type Infer,
} from './shape.ts';

const id = text(60, { required: true, format: 'id' });
const pesos = integer(0, 10_000_000);
const minutes = integer(1, 1440);
const percent = integer(0, 100);
const time = text(5, { required: true, format: 'time' });
const keyed = { key: 'id' } as const;

/**
 * How a driver's rating is shown. `specified`: 4.8 until the first review, five stars preselected, and after a review its
 * value at once. `fair`: "new" until the first review, no stars preselected, and one number for the whole day.
 */
const reviewDisplay = choice(['specified', 'fair']);

/** The time of day of the night price. It may pass midnight; from and to alike: the company says none. */
const nightHours = object({ from: time, to: time });

/** The services within each price. */
const included = object({
  tolls: flag,
  parking: flag,
  childSeat: flag,
  waitMinutes: optional(minutes),
  bags: optional(integer(1, 20)),
  other: optional(words(120)),
});

/** How long a driver waits without charge, at the airport and at any other pick-up. */
const waitingMinutes = object({ airport: minutes, elsewhere: minutes });

const fileName = text(200, { required: true, format: 'picture' });

/** Files in the bucket `contenido`. `icon`: the logo on a square, for the installed app. */
const logo = object({ path: fileName, icon: fileName });

/** How a passenger gets a receipt. */
const receipt = choice(['whatsapp', 'driver', 'email']);

/**
 * Whether passengers pay the prices. `agreed`: yes. `reference`: the taximeter decides, as the law wants it of a taxi básico.
 * `byVehicle`: the taximeter decides in a vehicle of that class, and is named wherever the vehicle is not known.
 */
const fares = choice(['agreed', 'reference', 'byVehicle']);

/** Without a format the empty text means that the company has none. Passengers read nothing of an absent fact. */
const company = object({
  name: text(120, { required: true }),
  tagline: words(160, 80),
  /** Empty: passengers see no WhatsApp link. */
  whatsappNumber: text(40, { format: 'phone', number: 'phone' }),
  phone: text(40, { format: 'phone', number: 'phone' }),
  email: text(255, { format: 'email' }),
  legalName: text(160),
  rut: text(20, { number: 'rut' }),
  address: text(200),
  /** An address in which `{query}` stands for the place to look for. */
  mapsUrl: text(400, { required: true, format: 'https' }),
  /** Absent: `specified`. */
  reviewDisplay: optional(reviewDisplay),
  logo: optional(logo),
  nightHours: optional(nightHours),
  included: optional(included),
  cards: optional(flag),
  receipt: optional(receipt),
  /** Absent: `agreed`. */
  fares: optional(fares),
  /** The company hands out a boleta or factura for each trip: its receipts do not say that they are none. */
  taxDocument: optional(flag),
  /** Passengers may send a booking to the company itself, besides WhatsApp. */
  tripRequests: optional(flag),
  /** Absent: `defaultWaitingMinutes`. */
  waitingMinutes: optional(waitingMinutes),
  /** From the landing to the pick-up. Absent: `defaultBufferMinutes`. */
  bufferMinutes: optional(integer(0, 240)),
});

const fact = object({
  id,
  title: words(80, 40),
  line: words(160, 80),
  value: optional(variants({ minutes: object({ minutes }), gate: object({ gate: integer(1, 99) }) })),
});

const picture = optional(reference('pictures'));

/** A place at the airport where passengers find their driver. `text`: where the driver stands with the sign. */
const meetingPoint = object({
  id,
  name: words(60, 40),
  text: words(300),
  picture,
});

/** `short`: the word in the tile's line. */
const claim = object({
  id,
  shown: flag,
  title: words(80, 40),
  line: words(160, 120),
  short: optional(words(30, 20)),
});

/** A price holds from its first day or minute until the next price begins, through its last day, or until a minute. */
const price = object(
  { pesos, night: optional(pesos), validFrom: optional(moment), validUntil: optional(end) },
  { order: ['validFrom', 'validUntil'] },
);

const route = object({
  id,
  name: words(60, 40),
  minutes,
  prices: list(price, 50, { ascending: 'validFrom' }),
  note: optional(words(200)),
  /** A page of the company's payment provider for this route. */
  paymentLink: optional(text(400, { required: true, format: 'https' })),
});

const returnService = object({
  title: words(80, 40),
  line: words(160, 120),
  value: text(20),
  waitTitle: words(80, 40),
  waitLine: words(160, 100),
  waitMinutes: minutes,
});

// A tour within these limits fits into its row of time_based_routes, in any script.
const tour = object({
  id: text(36, { required: true, format: 'uuid' }),
  duration: choice(['3hours', 'fullday']),
  name: words(100, 60),
  description: words(1000),
  taxiTime: words(60, 20),
  stops: list(object({ place: words(100, 60), duration: words(40, 30), description: words(400) }), 20),
  picture,
});

/** Amounts in pesos; `perRide`: of the cheapest and the dearest lift ride. */
const fee = variants({
  free: object({}),
  variable: object({}),
  fixed: object({ pesos }),
  perRide: object({ lowest: pesos, highest: pesos }, { order: ['lowest', 'highest'] }),
});

const place = object({
  id,
  city: reference('cities'),
  category: reference('categories'),
  name: words(100, 60),
  description: words(800),
  hours: words(120),
  /** Describes the built-in illustration, which a picture replaces. */
  alt: words(200),
  fee: optional(fee),
  /** The street address, in Spanish in every language: it is for the driver. Replaces the fee. */
  address: optional(text(200)),
  picture,
});

/** A file in the bucket `contenido`. `focus`: the point that stays visible when it is cropped, in percent. */
const uploadedPicture = object({
  id,
  path: fileName,
  focus: object({ x: percent, y: percent }),
  alt: words(200),
});

/** In Spanish in every language: only that version is binding. `policy.ts` fills in what is in braces. */
const policy = object({
  version: integer(1, 10_000),
  date: day,
  sections: list(
    object({
      title: text(200, { required: true }),
      text: text(4000),
      items: list(text(1000, { required: true }), 40),
    }),
    60,
  ),
});

const notice = object(
  { text: words(200), validFrom: day, validUntil: day },
  { order: ['validFrom', 'validUntil'] },
);

/** Everything that the company writes and its passengers read: one document, published as a whole. */
export const contentShape = object({
  format: integer(1, 1),
  company,
  airport: object({ facts: list(fact, 20, keyed) }),
  meetingPoints: optional(list(meetingPoint, 10, keyed)),
  claims: list(claim, 20, keyed),
  routes: list(route, 60, keyed),
  return: returnService,
  tours: list(tour, 40, keyed),
  cities: list(object({ id, name: words(60, 25) }), 20, keyed),
  categories: list(object({ id, name: words(60, 25) }), 20, keyed),
  places: list(place, 300, keyed),
  pictures: list(uploadedPicture, 400, keyed),
  policy,
  notice: optional(notice),
});

export type Content = Infer<typeof contentShape>;
export type Company = Content['company'];
export type Fact = Content['airport']['facts'][number];
export type MeetingPoint = NonNullable<Content['meetingPoints']>[number];
export type Claim = Content['claims'][number];
export type Route = Content['routes'][number];
export type Price = Route['prices'][number];
export type Tour = Content['tours'][number];
export type Place = Content['places'][number];
export type Fee = NonNullable<Place['fee']>;
export type Picture = Content['pictures'][number];
export type Policy = Content['policy'];

/** The largest document, in bytes of the text that PostgreSQL makes of it. */
export const maxContentBytes = 2_000_000;
/** Further problems are not listed. */
export const maxProblems = 100;

/** The rules by which the database checks documents, as `private.content_rules()` returns them. */
export const contentRules = {
  shape: expand(contentShape),
  formats: Object.fromEntries(Object.entries(formats).map(([name, { source }]) => [name, source])),
  maxBytes: maxContentBytes,
  maxProblems,
};
