import "@conquest/shared/styles/part.css";
import { Route, Routes } from "react-router-dom";
import OverviewPage from "./features/overview/overview-page";
import ParticipatedContestsPage from "./features/participation/participated-contests-page";
import MyProfilePage from "./features/profile/my-profile-page";
import ProfilePage from "./features/profile/profile-page";
import WinningContestsPage from "./features/winning/winning-contests-page";

/** The user's part of the dashboard, with the two pages every role has: the overview and the profile. */
export default function UserRoutes() {
  return (
    <Routes>
      <Route path="/dashboard" element={<OverviewPage />} />
      <Route path="/dashboard/my_participated_contests" element={<ParticipatedContestsPage />} />
      <Route path="/dashboard/my_winning_contests" element={<WinningContestsPage />} />
      <Route path="/dashboard/my_profile" element={<MyProfilePage />} />
      <Route path="/dashboard/profile" element={<ProfilePage />} />
    </Routes>
  );
}
