import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A required password that can be shown; give `autoComplete`. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const { login } = useMessages();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={shown ? login.hidePassword : login.showPassword}
          icon={<Icon size={22} />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
