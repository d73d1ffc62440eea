import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { HoldButton } from './HoldButton.tsx';

/** A button to hold below notices, the first of which comes as soon as somebody presses. */
function Card() {
  const [isPressed, setPressed] = useState(false);
  const [count, setCount] = useState(0);
  return (
    <main onPointerDown={() => setPressed(true)}>
      {isPressed && <p style={{ height: 300 }}>Sin conexión</p>}
      <HoldButton label="En camino" durationMs={300} onHeld={() => setCount(count + 1)}>
        <span>En camino</span>
      </HoldButton>
      <p>Toques: {count}</p>
    </main>
  );
}

const button = page.getByRole('button', { name: 'En camino' });

test('a button acts when it is held, also where a notice moves it away from the mouse', async () => {
  await render(<Card />);
  await button.click({ delay: 600 });
  await expect.element(page.getByText('Toques: 1')).toBeVisible();
});

test('a short press does nothing', async () => {
  await render(<Card />);
  await button.click();
  await expect.element(button).not.toHaveAttribute('data-holding');
  await expect.element(page.getByText('Toques: 0')).toBeVisible();
});
