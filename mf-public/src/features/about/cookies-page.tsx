import { TextPage } from "./text-page";

export default function CookiesPage() {
  return (
    <TextPage title="Cookie policy" subtitle="Three cookies, and a few notes your browser keeps for you.">
      <h2>The cookies</h2>
      <p>
        When you sign in we set <code>conquest_session</code> (<code>__Host-conquest_session</code> over https). It
        holds a random number that tells our server that it is you. Scripts cannot read it and other sites do not get
        it. It ends when you log out, after 12 hours without a visit, or after 7 days at the latest.
      </p>
      <p>
        Every browser that has been here keeps <code>conquest_styles</code> for 30 days: which versions of the site's
        stylesheets it has, the same for everybody, so that pages do not bring them again.
      </p>
      <p>
        While we try a new version of a page with some visitors first, <code>conquest_visitor</code> is set for 30 days:
        a number below 10,000, which says nothing of you, so that you get the same version each time.
      </p>
      <h2>What else stays in your browser</h2>
      <ul>
        <li>Your choice of the light or dark theme, until you clear it.</li>
        <li>Your last role on the site and its last working list of parts, so that pages open sooner.</li>
        <li>Your sign-in at the identity provider, Firebase Authentication, until you log out.</li>
        <li>
          What you have typed into a form and not yet sent, until you send it or close the tab. Passwords and card
          fields are never kept.
        </li>
      </ul>
      <h2>No tracking</h2>
      <p>We set no cookies for advertising or statistics, and neither does anyone else through this site.</p>
    </TextPage>
  );
}
