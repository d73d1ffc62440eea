export { common } from './common.ts';
export { driver } from './driver.ts';
export { errors } from './errors.ts';
export { language } from './language.ts';
export { login } from './login.ts';
export { home } from './home.ts';
