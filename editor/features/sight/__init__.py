"""Line of sight in the editor."""
