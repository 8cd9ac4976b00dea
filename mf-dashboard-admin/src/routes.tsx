import "@conquest/shared/styles/part.css";
import { Route, Routes } from "react-router-dom";
import ManageContestsPage from "./features/contests/manage-contests-page";
import InboxPage from "./features/inbox/inbox-page";
import ManageUsersPage from "./features/users/manage-users-page";

/** The admin's part of the dashboard. */
export default function AdminRoutes() {
  return (
    <Routes>
      <Route path="/dashboard/manage_users" element={<ManageUsersPage />} />
      <Route path="/dashboard/manage_contests" element={<ManageContestsPage />} />
      <Route path="/dashboard/inbox" element={<InboxPage />} />
    </Routes>
  );
}
