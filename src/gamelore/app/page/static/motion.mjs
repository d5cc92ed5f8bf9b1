// What moves on the page, and how long; nothing does where a person asks for less motion.

export const SLIDE = 220, REST = 1000; // milliseconds

export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function pause(time) {
  return new Promise((done) => { setTimeout(done, time); });
}

// Whoever waits for a motion waits no longer than it lasts, in a window that nobody sees either.
export async function animate(element, frames, duration) {
  if (still()) return;
  const motion = element.animate(frames, { duration, easing: "ease-out" });
  await Promise.race([motion.finished.catch(() => {}), pause(duration + 50)]);
}

// A button that may be dragged: let go far enough from where it lay, in a direction that `away` agrees with, it is used.
export function draggable(button, away, use) {
  button.addEventListener("pointerdown", (event) => {
    if (event.button || event.pointerType === "touch") return; // a finger scrolls
    let dragged = false;
    const by = (other) => [other.clientX - event.clientX, other.clientY - event.clientY];
    const follow = (moved) => {
      const [dx, dy] = by(moved);
      if (!dragged && Math.hypot(dx, dy) < 6) return;
      dragged = true;
      button.style.translate = `${dx}px ${dy}px`;
    };
    const drop = (moved) => {
      removeEventListener("pointermove", follow);
      for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, drop);
      button.style.translate = "";
      if (!dragged) return;
      const stop = (click) => { click.stopPropagation(); click.preventDefault(); };
      addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
      if (moved.type === "pointerup" && away(...by(moved))) use();
    };
    addEventListener("pointermove", follow);
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, drop);
  });
}
