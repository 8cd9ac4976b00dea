import { TextPage } from "./text-page";

export default function CookiesPage() {
  return (
    <TextPage title="Cookie policy" subtitle="Three cookies, and what else stays in your browser.">
      <h2>The cookies</h2>
      <p>
        When you log in, we set <code>conquest_session</code> (<code>__Host-conquest_session</code> over https). It
        holds a random number that tells our server who you are. Scripts can't read it, and other sites don't get it. It
        ends when you log out, after 12 hours without a visit, or after 7 days at the latest.
      </p>
      <p>
        We set <code>conquest_styles</code> in every browser for 30 days. It lists the stylesheets the browser already
        has, so we don't send them again. It doesn't identify you.
      </p>
      <p>
        While we test a new version of a page with some visitors, we set <code>conquest_visitor</code> for 30 days: a
        number below 10,000 that doesn't identify you, so you get the same version each time.
      </p>
      <h2>What else stays in your browser</h2>
      <ul>
        <li>Your choice of light or dark theme, until you clear it.</li>
        <li>Your last role on the site and its last working list of modules, so pages open faster.</li>
        <li>Your login at our identity provider, Firebase Authentication, until you log out.</li>
        <li>When you asked for links to verify your email, and whether you hid that message, until you clear it.</li>
        <li>
          Text you've typed into a form, until you submit it or close the tab. We never keep passwords or card details.
        </li>
      </ul>
      <h2>No tracking</h2>
      <p>We set no cookies for advertising or statistics, and neither does anyone else through this site.</p>
    </TextPage>
  );
}
