/** One kind of address of the app. The build writes these into `dist/pages.json` for the server. */
export interface AppPage {
  /** The address; a `*` at its end stands for the code or token there. */
  readonly path: string;
  /** The picture in `index.html` that stands there until the app has started. */
  readonly picture: 'home' | 'entrance' | 'public';
  /**
   * Modules that the page starts with: a phone fetches their chunks all at once. `{language}` is the installation's
   * language; a public page is in the phone's language, which the server does not know.
   */
  readonly modules: readonly string[];
}

const messages = 'i18n/{language}/index.ts';

export const pages: readonly AppPage[] = [
  {
    path: '/verify/*',
    picture: 'public',
    modules: ['public-pages/start.tsx', 'public-pages/VerifyScreen.tsx'],
  },
  { path: '/rate/*', picture: 'public', modules: ['public-pages/start.tsx', 'public-pages/RateScreen.tsx'] },
  { path: '/guide', picture: 'public', modules: ['public-pages/start.tsx', 'public-pages/GuideScreen.tsx'] },
  { path: '/login', picture: 'entrance', modules: ['start.tsx', 'login/LoginScreen.tsx', messages] },
  { path: '/', picture: 'home', modules: ['start.tsx', 'home/HomeScreen.tsx', messages] },
];
