import "@conquest/shared/styles/part.css";
import { Route, Routes } from "react-router-dom";
import AddContestPage from "./features/contests/add-contest-page";
import MyCreatedContestsPage from "./features/contests/my-created-contests-page";
import ContestEntriesPage from "./features/entries/contest-entries-page";
import SubmittedContestsPage from "./features/entries/submitted-contests-page";

/** The creator's part of the dashboard. */
export default function CreatorRoutes() {
  return (
    <Routes>
      <Route path="/dashboard/add_contest" element={<AddContestPage />} />
      <Route path="/dashboard/my_created_contests" element={<MyCreatedContestsPage />} />
      <Route path="/dashboard/contest_submitted" element={<SubmittedContestsPage />} />
      <Route path="/dashboard/contest_submitted/:id" element={<ContestEntriesPage />} />
    </Routes>
  );
}
