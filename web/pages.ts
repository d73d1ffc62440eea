const pictures = {
  '/verify/*': 'public',
  '/rate/*': 'public',
  '/guide': 'public',
  '/book': 'public',
  '/help': 'public',
  '/help/ticket': 'public',
  '/help/*': 'public',
  '/receipt': 'public',
  '/trip': 'public',
  '/rights': 'public',
  '/rights/request': 'public',
  '/login': 'entrance',
  '/tablet': 'entrance',
  '/invite': 'entrance',
  '/preview': 'home',
  '/mis-viajes': 'entrance',
  '/': 'home',
} as const;

/** One kind of address of the app; a `*` at the end of its path stands for the code or token there. */
export interface AppPage {
  readonly path: string;
  /** The picture in `index.html` that stands there until the app has started. */
  readonly picture: string;
  /**
   * Modules that the page starts with: a phone fetches their chunks all at once. `{language}` is the installation's
   * language; a public page is in the phone's language, which the server does not know.
   */
  readonly modules: readonly string[];
}

const publicPage = ['public-pages/beginPage.ts', 'public-pages/startPublicPage.tsx'];
const messages = 'i18n/{language}/index.ts';

const modules: Readonly<Record<keyof typeof pictures, readonly string[]>> = {
  '/verify/*': [...publicPage, 'public-pages/VerifyScreen.tsx'],
  '/rate/*': [...publicPage, 'public-pages/rate/RateScreen.tsx'],
  '/guide': [...publicPage, 'public-pages/GuideScreen.tsx'],
  '/book': [...publicPage, 'public-pages/booking/BookScreen.tsx'],
  '/help': [...publicPage, 'public-pages/HelpScreen.tsx'],
  '/help/ticket': [...publicPage, 'public-pages/CaseScreen.tsx'],
  '/help/*': [...publicPage, 'public-pages/HelpScreen.tsx'],
  '/receipt': [...publicPage, 'public-pages/ReceiptScreen.tsx'],
  '/trip': [...publicPage, 'public-pages/trip/TripScreen.tsx'],
  '/rights': [...publicPage, 'public-pages/rights/RightsScreen.tsx'],
  '/rights/request': [...publicPage, 'public-pages/rights/RightsRequestScreen.tsx'],
  '/login': ['startApp.tsx', 'login/LoginScreen.tsx', messages],
  // Opened once in a device's life.
  '/tablet': [],
  // Opened once in a driver's life. With the modules of the sign-in here, `home` would load those too.
  '/invite': [],
  // A frame of the administration panel, which has loaded most of it.
  '/preview': [],
  // A driver's phone keeps the app.
  '/mis-viajes': [],
  '/': ['startApp.tsx', 'home/HomeScreen.tsx', messages],
};

/** The pages as a browser needs them: which picture an address starts with. */
export const shownPages = Object.entries(pictures).map(([path, picture]) => ({ path, picture }));

/** The pages as the build needs them, which writes them into `dist/.pages.json` for the server. */
export const pages: readonly AppPage[] = /* @__PURE__ */ shownPages.map((page) => ({
  ...page,
  modules: modules[page.path as keyof typeof pictures],
}));
