// Marked as pure, so that unused ones are removed from bundles.

const asAddress = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export const PICTURE_PLACEHOLDER = /* @__PURE__ */ asAddress(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><path fill="#dfe7e3" d="M0 0h640v360H0z"/><path fill="#cfdad4" d="M0 360 190 176l96 84 118-132 236 232z"/><path fill="#b9c8c0" d="m286 260 118-132 236 232H196z"/><path fill="none" stroke="#6d8078" stroke-width="6" stroke-linecap="round" d="M404 130V52"/><path fill="#8fa39a" d="m407 54 66 19-66 19z"/></svg>`,
);

export const DEFAULT_AVATAR = /* @__PURE__ */ asAddress(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path fill="#d5e2dc" d="M0 0h96v96H0z"/><circle cx="48" cy="38" r="17" fill="#5c7a6e"/><path fill="#5c7a6e" d="M13 96c2-22 16-34 35-34s33 12 35 34z"/><path fill="#e04a2b" d="M48 74v22H37V64z"/></svg>`,
);
