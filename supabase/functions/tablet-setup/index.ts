import { serve } from '../_shared/backend.ts';
import { handle } from './handler.ts';

serve(handle);
