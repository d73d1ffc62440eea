import { startAppearance } from './kiosk/appearance.ts';
import { visitorPage } from './visitor/pages.ts';
import './styles.css';

// Whoever opens a public page loads nothing of the app that drivers sign in to, and the other way round.
startAppearance();
const page = visitorPage(window.location.pathname);
const root = document.getElementById('root')!;
if (page) void import('./visitor/start.tsx').then(({ start }) => start(root, page));
else void import('./start.tsx').then(({ start }) => start(root));
