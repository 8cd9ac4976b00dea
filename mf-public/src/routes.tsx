import "@conquest/shared/styles/part.css";
import { Route, Routes } from "react-router-dom";
import AboutPage from "./features/about/about-page";
import CookiesPage from "./features/about/cookies-page";
import PrivacyPage from "./features/about/privacy-page";
import TermsPage from "./features/about/terms-page";
import LoginPage from "./features/account/login-page";
import RegisterPage from "./features/account/register-page";
import ContactPage from "./features/contact/contact-page";
import AllContestsPage from "./features/contests/listing/all-contests-page";
import ContestDetailsPage from "./features/contests/contest-details-page";
import PaymentPage from "./features/contests/taking-part/payment-page";
import TopContestsPage from "./features/contests/listing/top-contests-page";
import HomePage from "./features/home/home-page";

/** The public part. Nothing here is lazy: a second wave of requests costs a visitor more than these few pages weigh. */
export default function PublicRoutes() {
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path="/login" element={<LoginPage />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/contact_us" element={<ContactPage />} />
      <Route path="/all_contests" element={<AllContestsPage />} />
      <Route path="/top_contests" element={<TopContestsPage />} />
      <Route path="/contest-details/:id" element={<ContestDetailsPage />} />
      <Route path="/contest-details/:id/payment" element={<PaymentPage />} />
      <Route path="/about" element={<AboutPage />} />
      <Route path="/terms" element={<TermsPage />} />
      <Route path="/privacy" element={<PrivacyPage />} />
      <Route path="/cookies" element={<CookiesPage />} />
    </Routes>
  );
}
