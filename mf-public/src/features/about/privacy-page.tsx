import { Link } from "react-router-dom";
import { TextPage } from "./text-page";
import { T, t } from "@conquest/shared/singletons/language";

export default function PrivacyPage() {
  return (
    <TextPage
      title={t("Privacy policy")}
      subtitle={t("What we store about you, what others can see, and how to delete it.")}>
      <h2>{t("What we store")}</h2>
      <ul>
        <li>
          {t(
            "Your account: name, email address, photo or photo URL if you add one, role, language, time zone, when you registered, and which version of the terms you accepted.",
          )}
        </li>
        <li>{t("Our identity provider, Firebase Authentication, keeps your password. We never see it.")}</li>
        <li>
          {t(
            "The contests you publish, join and win, your entries with the time we received them, and the feedback on them.",
          )}
        </li>
        <li>
          {t(
            "The last text you send to a contest after its deadline. We keep it for you as “late, not counted”. If an entry is withdrawn or late, we record that, without the entry.",
          )}
        </li>
        <li>
          {t(
            "Images you upload, files you submit with an entry, and files you attach to your contests, with their file names. We re-encode images, which removes location, date and camera data.",
          )}
        </li>
        <li>
          {t(
            "How a prize was delivered: when it was sent and received, your notes and reports about it, and a proof of sending.",
          )}
        </li>
        <li>
          {t(
            "Your simulated payments: the contest, amount, date, and the last four digits of the test card. Card numbers are never sent to us.",
          )}
        </li>
        <li>{t("Drafts of contests you haven't submitted yet.")}</li>
        <li>{t("The email addresses you invite to a private contest, until you remove them.")}</li>
        <li>
          {t("Questions you ask on a contest's page, your answers, and announcements you send to your participants.")}
        </li>
        <li>
          {t("Messages you send us through the contact form, with your name and email address, and our replies.")}
        </li>
        <li>{t("Notifications about contests you're involved in.")}</li>
        <li>{t("When you created your calendar address, and a fingerprint of it that we can't turn back into it.")}</li>
        <li>
          {t(
            "Your login sessions: when each began, when it was last used, and the browser and system, such as “Firefox on Windows”. Nothing else about your browser, and no IP address.",
          )}
        </li>
      </ul>
      <h2>{t("What others see")}</h2>
      <ul>
        <li>
          {t(
            "Everyone: your name and photo on contests you publish and when you win, and images and files you add to contests or upload as your photo. The Winner's Circle shows a masked version of your email address.",
          )}
        </li>
        <li>
          {t(
            "Everyone: your winning entry and its files, unless you opted out before the winner was announced, and any entry you publish yourself after a contest. You can unpublish those.",
          )}
        </li>
        <li>
          {t(
            "Everyone: questions you ask on a contest's page, with your name and photo, and the answers. You can delete a question until it is answered.",
          )}
        </li>
        <li>{t("Everyone: earlier versions of a published contest's description and task.")}</li>
        <li>{t("Participants of your contests, and admins: the announcements you send.")}</li>
        <li>{t("The creator and the winner of a prize, and admins: how it was delivered.")}</li>
        <li>
          {t(
            "The creator of a contest you joined, and admins: your name, photo, the day you joined, the version of the rules you accepted, what you paid, and your entry with its files. They can export these. Your email address isn't included.",
          )}
        </li>
        <li>
          {t(
            "The creator of a contest whose waiting list you're on, and admins: your name, photo, and since when you wait. They can export these.",
          )}
        </li>
        <li>
          {t("The members of your team: your name and photo. People with its invite link see the captain's name.")}
        </li>
        <li>
          {t(
            "Invited judges, after the deadline: your entry with its files, and your name once the creator may see it.",
          )}
        </li>
        <li>
          {t(
            "Only you: the addresses you invite to a private contest. If someone invites your address, they see whether you joined.",
          )}
        </li>
        <li>{t("Only you: your drafts until you submit them, and entries you send after a deadline.")}</li>
        <li>
          {t("A contest's creator: when an entry was withdrawn or late, without your name. Admins also see your name.")}
        </li>
        <li>
          {t(
            "You, the contest's creator, and admins while they can pick the winner: judges' ratings and feedback on your entry. You see them, with the judge's name, once the winner is announced.",
          )}
        </li>
        <li>
          {t(
            "Everyone: your name on contests you have agreed to judge. The creator knows the email address they invited.",
          )}
        </li>
        <li>
          {t(
            "The creator of a contest you judge: how many entries you've rated, and the reason if you recuse yourself from one.",
          )}
        </li>
        <li>
          {t(
            "Admins: also your email address, role and status, and admin decisions about you, with the reasons. We keep these decisions after your account is deleted, without your name.",
          )}
        </li>
        <li>{t("The number of participants in a contest is public. Their names aren't.")}</li>
      </ul>
      <h2>{t("Images on other sites")}</h2>
      <p>
        {t(
          "Some photos and contest images are hosted on other sites. Your browser loads them directly, so those sites see your IP address. We never tell them which page you were on.",
        )}
      </p>
      <h2>{t("What we don't do")}</h2>
      <p>{t("We don't advertise, track you, or sell or pass on your data.")}</p>
      <h2>{t("Changing and deleting your data")}</h2>
      <p>
        <T
          text="In your <a>Profile</a> you can change your name, photo, password and email address, see and end your sessions, download all your data, and delete your account, also at the identity provider. After that, we keep what other people rely on, without your name, photo and email address: payments, entries, wins, answered questions, your reports and your responses to reports, and contests people have paid for, with their images, announcements and judge invitations. We delete your email address after our last email to you."
          a={<Link to="/dashboard/profile" className="cq-link" />}
        />
      </p>
      <p>
        <T
          text="For what stays in your browser, see the <a>cookie policy</a>."
          a={<Link to="/cookies" className="cq-link" />}
        />
      </p>
    </TextPage>
  );
}
