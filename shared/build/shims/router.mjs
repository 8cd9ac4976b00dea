/**
 * What all parts share of React Router, under the name react-router-dom. A shared module is shipped whole, so the shell
 * would carry the library's data, server and framework parts too. The eslint rule for the parts reads the names from here.
 */
export {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from "react-router";
