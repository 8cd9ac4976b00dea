const RING = "M24 4a20 20 0 1 0 15.5 32.6l-6.2-5a12 12 0 1 1 0-15.2l6.2-5A20 20 0 0 0 24 4z";
const PENNANT = "M19.5 16 47 24l-27.5 8z";

/** Returns the logo as an SVG icon. Keep it in sync with shared/ui/picture/logo.tsx. */
export const markIcon = (hasField: boolean) =>
  hasField
    ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0a3a2d"/><g transform="translate(8.500 8)"><path fill="#f3f8f5" d="${RING}"/><path fill="#ff5a3c" d="${PENNANT}"/></g></svg>`
    : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="10" fill="#0a3a2d"/><g transform="translate(5 5.500) scale(.78)"><path fill="#f3f8f5" d="${RING}"/><path fill="#ff5a3c" d="${PENNANT}"/></g></svg>`;

/** Returns the link preview (Open Graph image), 1200 × 630. `font` is the site's font as base64. */
export const previewPicture = (font: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
<style>@font-face{font-family:Archivo;font-weight:400 800;font-stretch:100% 125%;src:url(data:font/woff2;base64,${font})}text{font-family:Archivo;fill:#f3f8f5}</style>
<path fill="#0a3a2d" d="M0 0h1200v630H0z"/>
<path fill="#115040" d="M420 630 700 400l70 46 150-160 110 120 80-62 200 170v116z"/>
<g fill="none" stroke="#b9d2c6" stroke-width="5" stroke-linecap="round"><path d="M748 466V336M920 290V140M1056 448V190"/></g>
<path fill="#072920" d="M0 630c160-70 350-84 540-34 90-44 150-120 214-128 70-8 110 66 190 62 84-4 120-130 184-132 40-2 70 60 112 86v146z"/>
<path fill="#3fa684" d="m751 338 92 22-24 21 24 21h-92z"/><path fill="#e9f1e6" d="m923 142 104 28-104 28z"/>
<path fill="#e4472b" d="M1059 192c40-18 66 16 104 6 10-3 20-5 37-8v82c-12 2-20 4-29 6-38 8-72-24-112-8z"/>
<g transform="translate(80 74) scale(1.25)"><path fill="#f3f8f5" d="${RING}"/><path fill="#ff5a3c" d="${PENNANT}"/></g>
<text x="156" y="120" font-size="42" font-weight="730" style="font-stretch:116%;letter-spacing:-.022em">Conquest</text>
<g font-size="96" font-weight="780" style="font-stretch:122%;letter-spacing:-.035em"><text x="78" y="270">Compete.</text><text x="78" y="368">Create.</text><text x="78" y="466">Conquer.</text></g>
</svg>`;
